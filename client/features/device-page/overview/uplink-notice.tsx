import type { ReactNode } from "react";
import type { Device } from "../../../../shared/device/device";
import type { UplinkNote } from "../../../../shared/ingest/integration-message";
import { unreadText } from "../../../entities/uplink";
import { Callout } from "../../../ui/feedback/notes";
import { TimeStamp } from "../../../ui/time/time-stamp";
import classes from "./overview.module.css";

type UplinkNoticeProps = { device: Device; note: UplinkNote };

export function UplinkNotice({ device, note }: UplinkNoticeProps) {
	const time = <TimeStamp at={note.at} clock={device} isFocusable />;
	return (
		<section aria-label="Not stored">
			<Callout tone={note.kind === "simulated" ? "brand" : "warn"} className={classes.notice}>
				<p>{noteText(note, time)}</p>
			</Callout>
		</section>
	);
}

function noteText({ kind, unread }: UplinkNote, time: ReactNode) {
	switch (kind) {
		case "empty":
			return <>An empty uplink came {time}: no payload, so its decoded values were not stored.</>;
		case "simulated":
			return <>A simulated uplink came {time}: nothing was measured, so nothing of it was stored.</>;
		case "read":
			if (unread.every(({ name }) => name === ""))
				return (
					<>
						A message came {time}. {unreadText(unread)}.
					</>
				);
			return (
				<>
					A message came {time}, of which a part was not stored. {unreadText(unread)}.
				</>
			);
	}
}
