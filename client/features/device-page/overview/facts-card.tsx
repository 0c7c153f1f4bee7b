import { type DeviceText, deviceTextNames, deviceTexts, pick, textsWith } from "../../../../shared/base/plain-fields";
import { clockAheadMs } from "../../../../shared/device/clock-drift";
import type { Device } from "../../../../shared/device/device";
import type { InheritableDuration } from "../../../../shared/device/device-terms";
import type { GroupListRow } from "../../../../shared/device/group";
import { formatDuration } from "../../../../shared/formats/duration-format";
import { deviceOffsetMinutes, formatOffset } from "../../../../shared/time/time-zones";
import { comma } from "../../../base/comma-list";
import { formatClockRule } from "../../../entities/clock-labels";
import { powerLabels } from "../../../entities/device-labels";
import { GroupLink } from "../../../entities/entity-links";
import { sendsLabels } from "../../../forms/typed-setting";
import { formatBytes } from "../../../ui/format";
import { Card } from "../../../ui/layout/card";
import { type Fact, Facts } from "../../../ui/layout/detail";
import { useTickingNow } from "../../../ui/time/relative-time";
import { instantText } from "../../../ui/time/time-display";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { digitsText } from "../../../ui/value-display";
import { rich, t } from "../../../words/made/device";
import { settingLabel, sourceLabel } from "../setting-labels";
import classes from "./overview.module.css";

const settingLabels: [InheritableDuration, string][] = [
	["loggingIntervalSeconds", t("setting.logging")],
	["uploadIntervalSeconds", t("setting.upload")],
	["offlineAfterSeconds", t("setting.offline")],
	["retentionDays", t("setting.retention")],
];

type FactsCardProps = { device: Device; groups: GroupListRow[] };

export function FactsCard({ device, groups }: FactsCardProps) {
	const { serialNumber, firmwareVersion, hardwareVersion, power, tags } = device;
	const firmware = [firmwareVersion, hardwareVersion && t("facts.hardware", { version: hardwareVersion })]
		.filter(Boolean)
		.join(comma);
	// The firmware's line shows the hardware version.
	const shown = { ...pick(device, deviceTextNames), firmwareVersion: firmware, hardwareVersion: "" };
	const knownTexts = (texts: DeviceText[]) => texts.flatMap((text) => known(deviceTexts[text].label, shown[text]));
	const isParagraph = (text: DeviceText) => deviceTexts[text].kind === "paragraph";
	const known = (label: string, value: string): Fact[] => (value === "" ? [] : [{ label, value }]);
	return (
		<Card title={t("device")}>
			<Facts
				facts={[
					...knownTexts(textsWith("section", "device").filter(isParagraph)),
					{ label: t("serial"), value: serialNumber ?? "—" },
					...knownTexts(textsWith("section", "device").filter((text) => !isParagraph(text))),
					...known(t("power"), power === null ? "" : powerLabels[power].label),
					{ label: t("groups"), value: <GroupLinks ids={device.groupIds} groups={groups} /> },
					...knownTexts(textsWith("section", "place")),
					...placeFacts(device),
					...(tags.length > 0 ? [{ label: t("tags"), value: <Tags tags={tags} /> }] : []),
					...Object.entries(device.metadata).map(([label, value]): Fact => ({ label, value: value || "—" })),
				]}
			/>
		</Card>
	);
}

export function SettingsCard({ device, groups }: FactsCardProps) {
	const { usedBytes, readings, oldestReadingAt, createdAt, createdBy } = device;
	return (
		<Card title={t("intervals")}>
			<Facts
				facts={[
					...settingLabels.map(
						([setting, label]): Fact => ({
							label,
							value: settingLabel(device, setting),
							note: sourceLabel(device, setting, groups),
						}),
					),
					{
						label: t("setting.sends"),
						value: sendsLabels[device.sends ?? "regular"],
						note: sourceLabel(device, "sends", groups),
					},
					{
						label: t("facts.stored"),
						value: t("facts.readings", { count: readings, size: formatBytes(usedBytes) }),
						note:
							oldestReadingAt !== null &&
							rich("facts.since", { time: <TimeStamp at={oldestReadingAt} clock={device} isFocusable /> }),
					},
					{
						label: t("facts.added"),
						value: <TimeStamp at={createdAt.getTime()} clock={device} isFocusable />,
						note: createdBy !== null && t("facts.addedBy", { name: createdBy }),
					},
				]}
			/>
		</Card>
	);
}

function GroupLinks({ ids, groups }: { ids: string[]; groups: GroupListRow[] }) {
	const shown = groups.filter(({ id }) => ids.includes(id));
	if (shown.length === 0) return "—";
	return shown.map(({ id, name }, index) => (
		<span key={id}>
			{index > 0 && ", "}
			<GroupLink id={id}>{name}</GroupLink>
		</span>
	));
}

function Tags({ tags }: { tags: string[] }) {
	return (
		<span className={classes.tags}>
			{tags.map((tag) => (
				<span key={tag} className={classes.tag}>
					{tag}
				</span>
			))}
		</span>
	);
}

function placeFacts({ latitude, longitude, altitude }: Device): Fact[] {
	const isPlaced = latitude !== null && longitude !== null;
	return [
		...(isPlaced
			? [
					{
						label: t("facts.coordinates"),
						value: `${degrees(latitude, t("facts.north"), t("facts.south"))} ${degrees(longitude, t("facts.east"), t("facts.west"))}`,
					},
				]
			: []),
		...(altitude === null ? [] : [{ label: t("altitude"), value: `${digitsText(String(altitude))} m` }]),
	];
}

function degrees(value: number, positive: string, negative: string): string {
	return `${digitsText(Math.abs(value).toFixed(5))}° ${value < 0 ? negative : positive}`;
}

export function ClockCard({ device, groups }: { device: Device; groups: GroupListRow[] }) {
	return (
		<Card title={t("clock")}>
			<Facts
				facts={[
					{ label: t("clock.isNow"), value: <DeviceNow device={device} /> },
					{ label: t("clock.mode"), value: formatClockRule(device), note: sourceLabel(device, "clock", groups) },
					{ label: t("clock.drift"), value: <Drift device={device} /> },
					timeFact(t("clock.lastReading"), t("clock.lastReading.text"), device.lastReadingAt, device),
					timeFact(t("clock.lastReceived"), t("clock.lastReceived.text"), device.lastReceivedAt, device),
					...lastContact(device),
					...nextUpload(device),
				]}
			/>
		</Card>
	);
}

function DeviceNow({ device }: { device: Device }) {
	const now = useTickingNow(1_000);
	const offset = deviceOffsetMinutes(device, now);
	return (
		<>
			{instantText(now, offset, "seconds")} <span className={classes.small}>{formatOffset(offset)}</span>
		</>
	);
}

function Drift({ device }: { device: Device }) {
	const aheadMs = clockAheadMs(device);
	if (device.lastReceivedAt === null) return t("clock.drift.unknown");
	if (aheadMs === null) return t("clock.drift.none");
	return <span className={classes.warn}>{t("clock.drift.ahead", { duration: formatDuration(aheadMs) })}</span>;
}

function timeFact(label: string, note: string, at: number | null, device: Device): Fact {
	if (at === null) {
		const isImported = device.status === "imported";
		return { label, value: isImported ? t("clock.imported") : t("never") };
	}
	return {
		label,
		value: (
			<>
				<TimeStamp at={at} clock={device} isFocusable /> <span className={classes.small}>(</span>
				<TimeStamp at={at} clock={device} show="age" />
				<span className={classes.small}>)</span>
			</>
		),
		note,
	};
}

/** Includes empty and rejected uploads. A device behind a network server never uses its own key. */
function lastContact(device: Device): Fact[] {
	const { lastReceivedAt, key } = device;
	const seenAt = key.lastUsedAt?.getTime();
	if (seenAt === undefined) return [];
	return [timeFact(t("clock.lastContact"), t("clock.lastContact.text"), Math.max(seenAt, lastReceivedAt ?? 0), device)];
}

function nextUpload(device: Device): Fact[] {
	const { lastReceivedAt, uploadIntervalSeconds, archivedAt } = device;
	if (lastReceivedAt === null || archivedAt !== null) return [];
	const dueAt = lastReceivedAt + uploadIntervalSeconds * 1_000;
	return [
		{
			label: t("clock.nextUpload"),
			value: <TimeStamp at={dueAt} clock={device} isFocusable />,
			note: t("clock.nextUpload.text"),
		},
	];
}
