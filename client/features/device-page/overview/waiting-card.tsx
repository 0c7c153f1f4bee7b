import type { Device } from "../../../../shared/device";
import { ingestExample } from "../../../entities/ingest";
import { Snippet } from "../../../ui/form/snippet";
import { Card } from "../../../ui/layout/card";
import { TextLink } from "../../../ui/layout/link";
import { TimeStamp } from "../../../ui/time/time-stamp";
import classes from "./overview.module.css";

/** Stands where a device would be judged that was never heard: what it waits for, since when, and how to send it. */
export function WaitingCard({ device }: { device: Device }) {
	const example = ingestExample({
		origin: window.location.origin,
		key: "<device key>",
		channel: device.channels[0]?.name ?? "Temperature",
		at: device.createdAt,
	});
	return (
		<Card title="Waiting for its first reading">
			<div className={classes.waiting}>
				<p>
					Waiting since <TimeStamp at={device.createdAt.getTime()} clock={device} isFocusable /> (
					<TimeStamp at={device.createdAt.getTime()} clock={device} show="age" />
					). The device sends with the key it was given when it was added. If the key is lost,{" "}
					<TextLink to="/devices/$deviceId" params={{ deviceId: device.id }} search={{ tab: "settings" }}>
						replace it under Settings
					</TextLink>
					.
				</p>
				<Snippet title="Try it: post one reading" text={example} />
			</div>
		</Card>
	);
}
