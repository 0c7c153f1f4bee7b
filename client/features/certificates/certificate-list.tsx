import { IconCertificate } from "@tabler/icons-react";
import type { ReactNode } from "react";
import {
	type DueCertificate,
	type DueCertificates,
	type DueState,
	dueStateOf,
} from "../../../shared/device/certificate";
import { Callout } from "../../ui/feedback/notes";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { EntityList } from "../../ui/table/entity-list";
import { NameLink } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";
import { dayText } from "../../ui/time/typed-moment";
import { t } from "../../words/made/certificates";

const stateWords: Record<DueState, string> = {
	overdue: t("due.overdue"),
	month: t("due.month"),
	later: t("due.later"),
	noDate: t("due.never"),
};
const stateTones: Record<DueState, ChipTone> = { overdue: "bad", month: "warn", later: "ok", noDate: "off" };

const stateOf = (row: DueCertificate) => dueStateOf(row, new Date().toISOString().slice(0, 10));
const foundOf = ({ asFound }: DueCertificate) => t(`asFound.${asFound}`);

const columns: [ListColumn<DueCertificate>, ...ListColumn<DueCertificate>[]] = [
	{
		id: "device",
		header: t("device"),
		csvHeader: "Device",
		value: ({ deviceName }) => deviceName,
		cell: ({ deviceId, deviceName, channelName, ...row }) => (
			<NameLink
				to="/devices/$deviceId"
				params={{ deviceId }}
				search={{ tab: "settings" }}
				under={
					<>
						{channelName} <DueChip row={{ deviceId, deviceName, channelName, ...row }} />
					</>
				}
			>
				{deviceName}
			</NameLink>
		),
	},
	{ id: "channel", header: t("channel"), csvHeader: "Channel", isMinor: true, value: ({ channelName }) => channelName },
	{
		id: "due",
		header: t("dueOn"),
		csvHeader: "Due on",
		isMinor: true,
		value: ({ dueOn }) => dueOn,
		cell: (row) => (
			<>
				{row.dueOn === null ? "—" : dayText(row.dueOn)} <DueChip row={row} />
			</>
		),
	},
	{
		id: "calibrated",
		header: t("calibratedOn"),
		csvHeader: "Calibrated on",
		isMinor: true,
		value: ({ calibratedOn }) => calibratedOn,
		cell: ({ calibratedOn }) => dayText(calibratedOn),
	},
	{
		id: "laboratory",
		header: t("laboratory"),
		csvHeader: "Laboratory",
		isMinor: true,
		value: ({ laboratory }) => laboratory,
	},
	{ id: "number", header: t("number"), csvHeader: "Certificate number", isMinor: true, value: ({ number }) => number },
	{ id: "found", header: t("asFound"), csvHeader: "As found", isMinor: true, value: foundOf },
	{
		id: "serial",
		header: t("serialNumber"),
		csvHeader: "Serial number",
		isMinor: true,
		isSpare: true,
		value: ({ serialNumber }) => serialNumber ?? "",
		cell: ({ serialNumber, isOfFormerLogger }) =>
			isOfFormerLogger ? t("formerLogger", { serialNumber: serialNumber ?? "" }) : (serialNumber ?? "—"),
	},
];

const facets: Facet<DueCertificate>[] = [
	{
		name: "status",
		label: t("dueOn"),
		options: (Object.keys(stateWords) as DueState[]).map((value) => ({ value, label: stateWords[value] })), // keys of a record are its keyof
		of: stateOf,
	},
	{
		name: "result",
		label: t("asFound"),
		options: (["within", "out", "notStated"] as const).map((value) => ({ value, label: t(`asFound.${value}`) })),
		of: ({ asFound }) => asFound,
	},
];

const searched = ({ deviceName, channelName, laboratory, number, serialNumber }: DueCertificate) => [
	deviceName,
	channelName,
	laboratory,
	number,
	serialNumber,
];
const rowKey = ({ certificateId }: DueCertificate) => certificateId;

function DueChip({ row }: { row: DueCertificate }) {
	const state = stateOf(row);
	if (state === "noDate" || state === "later") return null;
	return <StatusChip tone={stateTones[state]}>{stateWords[state]}</StatusChip>;
}

type CertificateListProps = { due: DueCertificates; tabs: ReactNode };

export function CertificateList({ due: { certificates, isMore }, tabs }: CertificateListProps) {
	const overdue = certificates.filter((row) => stateOf(row) === "overdue").length;
	return (
		<EntityList
			title={t("title")}
			noun="thing"
			listName="certificates"
			subtitle={t("list.subtitle", { count: certificates.length, overdue })}
			rows={certificates}
			rowKey={rowKey}
			columns={columns}
			facets={facets}
			searchHint={t("list.searchHint")}
			searched={searched}
			api={null}
			empty={{ icon: <IconCertificate size={26} />, title: t("list.none"), text: t("list.none.help") }}
		>
			{tabs}
			{isMore && <Callout tone="warn">{t("list.more", { count: certificates.length })}</Callout>}
		</EntityList>
	);
}
