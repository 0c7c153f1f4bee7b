import {
	IconAdjustments,
	IconArchive,
	IconArchiveOff,
	IconBell,
	IconBellOff,
	IconClock,
	IconDownload,
	IconFolders,
	IconHistory,
	IconListDetails,
	IconPencil,
	IconTag,
	IconTrash,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { DeviceListRow } from "../../../shared/device";
import type { DeviceActionKind } from "../../device-actions/device-changes";
import { type FleetRights, fleetRefusals } from "./fleet-rights";

/** What the actions do; dialogs and navigation are the screen's. */
export type DeviceDoings = {
	open: (kind: DeviceActionKind, devices: DeviceListRow[], done: () => void) => void;
	openLog: (devices: DeviceListRow[]) => void;
	exportRows: (devices: DeviceListRow[]) => void;
	restore: (devices: DeviceListRow[], done: () => void) => void;
	unmute: (devices: DeviceListRow[], done: () => void) => void;
};

/** The log takes no more at once. */
const logDevices = 1_000;

const icon = { size: 17, stroke: 1.7 };

type DeviceOffer = {
	id: string;
	label: string;
	icon: ReactNode;
	refusal?: string;
	isDangerous?: boolean;
	/** For one device only. */
	isSingle?: boolean;
	/** For several devices only. */
	isBulk?: boolean;
	/** Stands in the bar where there is room. */
	isFirst?: boolean;
	bulkLabel: (devices: string) => string;
	run: (devices: DeviceListRow[], done: () => void) => void;
};

export type OfferContext = { rights: FleetRights; isArchived: boolean; doings: DeviceDoings };

/** What is offered for some devices: for one in the menu of its row, for those selected in the bar. */
export function deviceOffers({ rights, isArchived, doings }: OfferContext, devices: DeviceListRow[]): DeviceOffer[] {
	const { edit, membership, mute } = fleetRefusals(rights);
	const opens = (kind: DeviceActionKind) => (chosen: DeviceListRow[], done: () => void) =>
		doings.open(kind, chosen, done);
	const log: DeviceOffer = {
		id: "log",
		label: "Open log",
		bulkLabel: (count) => `Open log of ${count}`,
		icon: <IconListDetails {...icon} />,
		refusal:
			devices.length > logDevices ? `The log shows ${logDevices.toLocaleString("en-US")} devices at most.` : undefined,
		run: doings.openLog,
	};
	const csv: DeviceOffer = {
		id: "csv",
		label: "Export as CSV",
		bulkLabel: (count) => `Export ${count} as CSV`,
		icon: <IconDownload {...icon} />,
		isBulk: true,
		run: doings.exportRows,
	};
	const remove: DeviceOffer = {
		id: "delete",
		label: "Delete…",
		bulkLabel: (count) => `Delete ${count}`,
		icon: <IconTrash {...icon} />,
		isDangerous: true,
		refusal: edit,
		run: opens("delete"),
	};
	if (isArchived) {
		const restore: DeviceOffer = {
			id: "restore",
			label: "Restore",
			bulkLabel: (count) => `Restore ${count}`,
			icon: <IconArchiveOff {...icon} />,
			isFirst: true,
			refusal: edit,
			run: doings.restore,
		};
		return [restore, log, csv, remove];
	}
	const isMuted = devices.length > 0 && devices.every(({ mutedUntil }) => mutedUntil !== undefined);
	return [
		{
			id: "rename",
			label: "Rename…",
			bulkLabel: (count) => `Rename ${count}`,
			icon: <IconPencil {...icon} />,
			isSingle: true,
			refusal: edit,
			run: opens("rename"),
		},
		{
			id: "groups",
			label: "Groups…",
			bulkLabel: (count) => `Groups of ${count}`,
			icon: <IconFolders {...icon} />,
			isFirst: true,
			refusal: membership,
			run: opens("groups"),
		},
		{
			id: "tags",
			label: "Tags…",
			bulkLabel: (count) => `Tags of ${count}`,
			icon: <IconTag {...icon} />,
			refusal: edit,
			run: opens("tags"),
		},
		isMuted
			? {
					id: "unmute",
					label: "Unmute",
					bulkLabel: (count) => `Unmute ${count}`,
					icon: <IconBell {...icon} />,
					isFirst: true,
					refusal: mute,
					run: doings.unmute,
				}
			: {
					id: "mute",
					label: "Mute…",
					bulkLabel: (count) => `Mute ${count}`,
					icon: <IconBellOff {...icon} />,
					isFirst: true,
					refusal: mute,
					run: opens("mute"),
				},
		{
			id: "intervals",
			label: "Intervals…",
			bulkLabel: (count) => `Intervals of ${count}`,
			icon: <IconAdjustments {...icon} />,
			refusal: edit,
			run: opens("intervals"),
		},
		{
			id: "clock",
			label: "Clock…",
			bulkLabel: (count) => `Clock of ${count}`,
			icon: <IconClock {...icon} />,
			refusal: edit,
			run: opens("clock"),
		},
		{
			id: "retention",
			label: "Retention…",
			bulkLabel: (count) => `Retention of ${count}`,
			icon: <IconHistory {...icon} />,
			refusal: edit,
			run: opens("retention"),
		},
		log,
		csv,
		{
			id: "archive",
			label: "Archive…",
			bulkLabel: (count) => `Archive ${count}`,
			icon: <IconArchive {...icon} />,
			refusal: edit,
			run: opens("archive"),
		},
		remove,
	];
}
