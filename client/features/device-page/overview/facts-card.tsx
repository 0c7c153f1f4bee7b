import type { Device } from "../../../../shared/device";
import type { InheritableDuration } from "../../../../shared/device-terms";
import type { GroupListRow } from "../../../../shared/group";
import { powerWords } from "../../../entities/device-labels";
import { countOf, formatBytes } from "../../../ui/format";
import { Card } from "../../../ui/layout/card";
import { type Fact, Facts } from "../../../ui/layout/detail";
import { TextLink } from "../../../ui/layout/link";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { settingWords, sourceWords } from "../setting-words";
import classes from "./overview.module.css";

type FactsCardProps = { device: Device; groups: GroupListRow[] };

/** What people and the device say of it; what nobody has said is left out. */
export function FactsCard({ device, groups }: FactsCardProps) {
	const { serialNumber, model, firmwareVersion, hardwareVersion, site, address, power, tags, description } = device;
	const firmware = [firmwareVersion, hardwareVersion && `hardware ${hardwareVersion}`].filter(Boolean).join(", ");
	const said = (label: string, value: string): Fact[] => (value === "" ? [] : [{ label, value }]);
	return (
		<Card title="Device">
			<Facts
				facts={[
					...said("Description", description),
					{ label: "Serial number", value: serialNumber ?? "—" },
					...said("Model", model),
					...said("Firmware", firmware),
					...said("Power", power === null ? "" : powerWords[power].label),
					{ label: "Groups", value: <GroupLinks ids={device.groupIds} groups={groups} /> },
					...said("Site", site),
					...said("Address", address),
					...placeFact(device),
					...(tags.length > 0 ? [{ label: "Tags", value: <Tags tags={tags} /> }] : []),
					...Object.entries(device.metadata).map(([label, value]): Fact => ({ label, value: value || "—" })),
				]}
			/>
		</Card>
	);
}

const settingLabels: [InheritableDuration, string][] = [
	["loggingIntervalSeconds", "Reads every"],
	["uploadIntervalSeconds", "Uploads every"],
	["offlineAfterSeconds", "Offline after"],
	["retentionDays", "Readings kept"],
];

/** What it is set to, where that comes from, and what it has stored. */
export function SettingsCard({ device, groups }: FactsCardProps) {
	const { usedBytes, readings, oldestReadingAt, createdAt, createdBy } = device;
	return (
		<Card title="Intervals and storage">
			<Facts
				facts={[
					...settingLabels.map(
						([setting, label]): Fact => ({
							label,
							value: settingWords(device, setting),
							note: sourceWords(device, setting, groups),
						}),
					),
					{
						label: "Stored",
						value: `${countOf(readings, "reading")}, ${formatBytes(usedBytes)}`,
						note: oldestReadingAt !== null && (
							<>
								since <TimeStamp at={oldestReadingAt} clock={device} isFocusable />
							</>
						),
					},
					{
						label: "Added",
						value: <TimeStamp at={createdAt.getTime()} clock={device} isFocusable />,
						note: createdBy !== null && `by ${createdBy}`,
					},
				]}
			/>
		</Card>
	);
}

function GroupLinks({ ids, groups }: { ids: string[]; groups: GroupListRow[] }) {
	const held = groups.filter(({ id }) => ids.includes(id));
	if (held.length === 0) return "—";
	return held.map(({ id, name }, index) => (
		<span key={id}>
			{index > 0 && ", "}
			<TextLink to="/groups/$groupId" params={{ groupId: id }}>
				{name}
			</TextLink>
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

function placeFact({ latitude, longitude }: Device): Fact[] {
	if (latitude === null || longitude === null) return [];
	return [{ label: "Coordinates", value: `${degrees(latitude, "N", "S")} ${degrees(longitude, "E", "W")}` }];
}

function degrees(value: number, positive: string, negative: string): string {
	return `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;
}
