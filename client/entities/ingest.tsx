import { Anchor } from "@mantine/core";
import type { Device } from "../../shared/device/device";
import {
	type DeviceRejections,
	type RejectedSample,
	type RejectionReason,
	rejectionLabels,
} from "../../shared/ingest/device-rejections";
import { comma } from "../base/comma-list";
import { countText } from "../ui/format";
import { t } from "../words/made/entities";

type IngestExample = { origin: string; key: string; channel: string; at: Date };

/** A command that posts one reading, safe to paste into a POSIX shell for any channel name. */
export function ingestExample({ origin, key, channel, at }: IngestExample): string {
	const body = JSON.stringify({ readings: [{ channel, at: at.toISOString(), value: 4.2 }] });
	return [
		`KEY='${key}'`,
		`curl ${origin}/api/ingest/v1/readings \\`,
		'  -H "Authorization: Bearer $KEY" \\',
		"  -H 'Content-Type: application/json' \\",
		`  -d '${body.replaceAll("'", "'\\''")}'`,
	].join("\n");
}

export function deviceExample({ channels, createdAt }: Pick<Device, "channels" | "createdAt">): string {
	const channel = channels[0]?.name ?? "Temperature";
	return ingestExample({ origin: window.location.origin, key: "<device key>", channel, at: createdAt });
}

/** Opens a new tab: a key beside the link is shown only once. */
export function IngestPageLink() {
	return (
		<Anchor href="/api/v1/#uploads" target="_blank" rel="noreferrer" inherit>
			{t("ingest.help")}
		</Anchor>
	);
}

export function rejectionSentence({ sent, refused: rejected, reasons }: DeviceRejections): string {
	if (sent === null) return t("ingest.rejectedWhole", { reason: reasons.map(reasonLabel).join(comma) });
	const counted = reasons.map((reason) => `${reasonLabel(reason)} (${countText(reason.count)})`);
	return t("ingest.rejected", { rejected, sent, reasons: counted.join(comma) });
}

function reasonLabel({ reason }: { reason: RejectionReason }): string {
	return rejectionLabels[reason];
}

export function sampleSentence({ channel, at, value }: RejectedSample): string {
	const parts = [
		channel && t("ingest.channel", { channel }),
		at && t("ingest.time", { time: at }),
		value && t("ingest.value", { value }),
	];
	const present = parts.filter((part) => part !== null && part !== "");
	return present.length === 0 ? t("ingest.nothingRead") : t("ingest.example", { example: present.join(comma) });
}
