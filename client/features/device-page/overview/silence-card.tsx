import type { Device } from "../../../../shared/device/device";
import { Card } from "../../../ui/layout/card";
import { TextLink } from "../../../ui/layout/link";
import { t } from "../../../words/made/device";
import classes from "./overview.module.css";

export function SilenceCard({ device }: { device: Device }) {
	const { status, whySilent } = device;
	if (status !== "offline" || whySilent === undefined) return null;
	return (
		<Card title={t("silence")}>
			<div className={classes.waiting}>
				{whySilent.length === 0 && <p>{t("silence.unknown")}</p>}
				{whySilent.length > 0 && (
					<ol className={classes.reasons}>
						{whySilent.map(({ kind, text, advice }) => (
							<li key={kind}>
								<b>{text}</b> {advice}{" "}
								{kind === "key" && (
									<TextLink to="/devices/$deviceId" params={{ deviceId: device.id }} search={{ tab: "settings" }}>
										{t("silence.settings")}
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
