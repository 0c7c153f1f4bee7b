import type { Device } from "../../../../shared/device/device";
import { Card } from "../../../ui/layout/card";
import { TextLink } from "../../../ui/layout/link";
import classes from "./overview.module.css";

export function SilenceCard({ device }: { device: Device }) {
	const { status, whySilent } = device;
	if (status !== "offline" || whySilent === undefined) return null;
	return (
		<Card title="Why silent?">
			<div className={classes.waiting}>
				{whySilent.length === 0 && (
					<p>No reason seen. Check that the logger runs, has power and reaches its network.</p>
				)}
				{whySilent.length > 0 && (
					<ol className={classes.reasons}>
						{whySilent.map(({ kind, text, advice }) => (
							<li key={kind}>
								<b>{text}</b> {advice}{" "}
								{kind === "key" && (
									<TextLink to="/devices/$deviceId" params={{ deviceId: device.id }} search={{ tab: "settings" }}>
										Open Settings
									</TextLink>
								)}
							</li>
						))}
					</ol>
				)}
			</div>
		</Card>
	);
}
