import type { Device } from "../../../../shared/device/device";
import type { DeviceRejections, RejectionReason } from "../../../../shared/ingest/device-rejections";
import { ingestExample, rejectionSentence, sampleSentence } from "../../../entities/ingest";
import { Callout } from "../../../ui/feedback/notes";
import { Snippet } from "../../../ui/form/snippet";
import { TextLink } from "../../../ui/layout/link";
import { TimeStamp } from "../../../ui/time/time-stamp";
import classes from "./overview.module.css";

const formReasons: ReadonlySet<RejectionReason> = new Set<RejectionReason>([
	"not-an-object",
	"channel-missing",
	"time-missing",
	"bad-time",
	"zone-missing",
	"bad-value",
	"means-no-value",
	"unreadable-body",
	"invalid-body",
	"wrong-media-type",
]);

type RejectionsNoticeProps = { device: Device; rejections: DeviceRejections };

export function RejectionsNotice({ device, rejections }: RejectionsNoticeProps) {
	const { since, at, sample, reasons } = rejections;
	return (
		<section aria-label="Readings rejected">
			<Callout tone="warn" className={classes.notice}>
				<h2>Readings rejected</h2>
				<p>{rejectionSentence(rejections)}</p>
				{sample && <p>{sampleSentence(sample)}</p>}
				<p>
					First rejected <TimeStamp at={since} clock={device} show="age" isFocusable />, last{" "}
					<TimeStamp at={at} clock={device} show="age" isFocusable />. This notice disappears after an upload without
					errors.
				</p>
				<Help device={device} reason={reasons[0]?.reason} />
			</Callout>
		</section>
	);
}

function Help({ device, reason }: { device: Device; reason: RejectionReason | undefined }) {
	if (reason === "unknown-channel" || reason === "past-retention") {
		return (
			<p>
				<TextLink to="/devices/$deviceId" params={{ deviceId: device.id }} search={{ tab: "settings" }}>
					{reason === "unknown-channel"
						? "See its channels under Settings"
						: "See how long it keeps readings under Settings"}
				</TextLink>
			</p>
		);
	}
	if (reason === undefined || !formReasons.has(reason)) return null;
	const example = ingestExample({
		origin: window.location.origin,
		key: "<device key>",
		channel: device.channels[0]?.name ?? "Temperature",
		at: device.createdAt,
	});
	return (
		<details>
			<summary>How a reading is sent</summary>
			<Snippet title="One reading as it is taken" text={example} />
		</details>
	);
}
