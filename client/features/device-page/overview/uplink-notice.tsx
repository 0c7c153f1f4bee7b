import type { ReactNode } from "react";
import type { Device } from "../../../../shared/device/device";
import type { UplinkNote } from "../../../../shared/ingest/integration-message";
import { unreadText } from "../../../entities/uplink";
import { Callout } from "../../../ui/feedback/notes";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/device";
import classes from "./overview.module.css";

type UplinkNoticeProps = { device: Device; note: UplinkNote };

export function UplinkNotice({ device, note }: UplinkNoticeProps) {
	const time = <TimeStamp at={note.at} clock={device} isFocusable />;
	return (
		<section aria-label={t("uplink")}>
			<Callout tone={note.kind === "simulated" ? "brand" : "warn"} className={classes.notice}>
				<p>{noteText(note, time)}</p>
			</Callout>
		</section>
	);
}

function noteText({ kind, unread }: UplinkNote, time: ReactNode) {
	switch (kind) {
		case "empty":
			return <>{rich("uplink.empty", { time })}</>;
		case "simulated":
			return <>{rich("uplink.simulated", { time })}</>;
		case "read":
			if (unread.every(({ name }) => name === ""))
				return <>{rich("uplink.read", { time, unread: unreadText(unread) })}</>;
			return <>{rich("uplink.readPartly", { time, unread: unreadText(unread) })}</>;
	}
}
