import type { Device } from "../../../../shared/device/device";
import type { DeviceRejections, RejectionReason } from "../../../../shared/ingest/device-rejections";
import { deviceExample, rejectionSentence, sampleSentence } from "../../../entities/ingest";
import { Callout } from "../../../ui/feedback/notes";
import { Snippet } from "../../../ui/form/snippet";
import { TextLink } from "../../../ui/layout/link";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/device";
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
		<section aria-label={t("rejections")}>
			<Callout tone="warn" className={classes.notice}>
				<h2>{t("rejections")}</h2>
				<p>{rejectionSentence(rejections)}</p>
				{sample && <p>{sampleSentence(sample)}</p>}
				<p>
					{rich("rejections.times", {
						first: <TimeStamp at={since} clock={device} show="age" isFocusable />,
						last: <TimeStamp at={at} clock={device} show="age" isFocusable />,
					})}
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
					{reason === "unknown-channel" ? t("rejections.channels") : t("rejections.retention")}
				</TextLink>
			</p>
		);
	}
	if (reason === undefined || !formReasons.has(reason)) return null;
	const example = deviceExample(device);
	return (
		<details>
			<summary>{t("rejections.howSent")}</summary>
			<Snippet title={t("rejections.example")} text={example} />
		</details>
	);
}
