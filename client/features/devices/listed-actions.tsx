import {
	IconAdjustments,
	IconArchive,
	IconArchiveOff,
	IconArrowsDiff,
	IconBell,
	IconBellOff,
	IconBellPlus,
	IconCalendarOff,
	IconClock,
	IconDownload,
	IconFolders,
	IconHistory,
	IconListDetails,
	IconMathFunction,
	IconPencil,
	IconTag,
	IconTrash,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { limits } from "../../../shared/base/limits";
import type { DeviceListRow } from "../../../shared/device/device";
import type { DeviceActionKind } from "../../device-actions/device-changes";
import { mostCompared } from "../../entities/compared";
import { countOf, countText } from "../../ui/format";
import type { BulkAction } from "../../ui/table/bulk-bar";
import type { RowAction } from "../../ui/table/row-menu";
import { type FleetRights, fleetDenials } from "./fleet-rights";

const logDevices = 1_000;

const alertDevices = 300;

const icon = { size: 17, stroke: 1.7 };

export type DeviceHandlers = {
	open: (kind: DeviceActionKind, devices: DeviceListRow[]) => void;
	openReadings: (devices: DeviceListRow[]) => void;
	compare: (devices: DeviceListRow[]) => void;
	addAlert: (devices: DeviceListRow[]) => void;
	exportRows: (devices: DeviceListRow[]) => void;
	restore: (devices: DeviceListRow[]) => void;
	unmute: (devices: DeviceListRow[]) => void;
};

type ActionContext = { rights: FleetRights; isArchived: boolean; handlers: DeviceHandlers };

export function rowActionsOf(context: ActionContext, row: DeviceListRow): RowAction[] {
	return listedActions(context, [row])
		.filter(({ isBulk }) => !isBulk)
		.map(({ id, label, asks, icon: image, denial, isDangerous, run }) => ({
			id,
			label,
			asks,
			icon: image,
			denial,
			isDangerous,
			onRun: () => run([row]),
		}));
}

export function bulkActionsOf(context: ActionContext, selected: DeviceListRow[]): BulkAction<DeviceListRow>[] {
	return listedActions(context, selected)
		.filter(({ isSingle }) => !isSingle)
		.map(({ id, bulkLabel, icon: image, denial, isDangerous, isFirst, run }) => ({
			id,
			label: (count) => bulkLabel(countOf(count, "device")),
			icon: image,
			denial,
			isDangerous,
			isInMenu: !isFirst,
			onRun: (rows) => run(rows),
		}));
}

type ListedAction = {
	id: string;
	label: string;
	asks?: boolean;
	icon: ReactNode;
	denial?: string | null | undefined;
	isDangerous?: boolean;
	isSingle?: boolean;
	isBulk?: boolean;
	isFirst?: boolean;
	bulkLabel: (devices: string) => string;
	run: (devices: DeviceListRow[]) => void;
};

function listedActions({ rights, isArchived, handlers }: ActionContext, devices: DeviceListRow[]): ListedAction[] {
	const { edit, membership, mute, alert } = fleetDenials(rights);
	const asks = (kind: DeviceActionKind, Icon: typeof IconTag, more: Partial<ListedAction> = {}): ListedAction => ({
		id: kind,
		label: capital(kind),
		asks: true,
		bulkLabel: (count) => `${capital(kind)} ${count}`,
		icon: <Icon {...icon} />,
		denial: edit,
		run: (chosen) => handlers.open(kind, chosen),
		...more,
	});
	const sets = (kind: DeviceActionKind, Icon: typeof IconTag, more: Partial<ListedAction> = {}): ListedAction =>
		asks(kind, Icon, { bulkLabel: (count) => `Edit ${kind} of ${count}`, ...more });
	const log: ListedAction = {
		id: "log",
		label: "Open log",
		bulkLabel: (count) => `Open log of ${count}`,
		icon: <IconListDetails {...icon} />,
		denial: devices.length > logDevices ? `The log shows ${countText(logDevices)} devices at most.` : undefined,
		run: handlers.openReadings,
	};
	const compare: ListedAction = {
		id: "compare",
		label: "Compare",
		bulkLabel: (count) => `Compare ${count}`,
		icon: <IconArrowsDiff {...icon} />,
		denial: devices.length > mostCompared ? `Up to ${mostCompared} devices can be compared.` : undefined,
		run: handlers.compare,
	};
	const csv: ListedAction = {
		id: "csv",
		label: "Export as CSV",
		bulkLabel: (count) => `Export ${count} as CSV`,
		icon: <IconDownload {...icon} />,
		isBulk: true,
		run: handlers.exportRows,
	};
	const remove = asks("delete", IconTrash, { isDangerous: true });
	if (isArchived) {
		const restore: ListedAction = {
			id: "restore",
			label: "Restore",
			bulkLabel: (count) => `Restore ${count}`,
			icon: <IconArchiveOff {...icon} />,
			isFirst: true,
			denial: edit,
			run: handlers.restore,
		};
		return [restore, log, csv, remove];
	}
	const unmute: ListedAction = {
		id: "unmute",
		label: "Unmute",
		bulkLabel: (count) => `Unmute ${count}`,
		icon: <IconBell {...icon} />,
		isFirst: true,
		denial: mute,
		run: handlers.unmute,
	};
	const isMuted = devices.length > 0 && devices.every(({ mutedUntil }) => mutedUntil !== undefined);
	return [
		asks("rename", IconPencil, { isSingle: true }),
		sets("groups", IconFolders, { isFirst: true, denial: membership }),
		sets("tags", IconTag),
		isMuted ? unmute : asks("mute", IconBellOff, { isFirst: true, denial: mute }),
		asks("planMute", IconCalendarOff, {
			label: "Plan a mute",
			bulkLabel: (count) => `Plan a mute of ${count}`,
			denial:
				mute ??
				(devices.length > limits.plannedMutes
					? `${countText(limits.plannedMutes)} devices at most at a time. Put them in a group and mute that.`
					: undefined),
		}),
		{
			id: "alert",
			label: "New rule",
			bulkLabel: (count) => `New rule for ${count}`,
			icon: <IconBellPlus {...icon} />,
			denial:
				alert ??
				(devices.length > alertDevices
					? `A rule takes ${alertDevices} chosen devices at most here. Put them in a group and watch that.`
					: undefined),
			run: handlers.addAlert,
		},
		sets("intervals", IconAdjustments),
		sets("clock", IconClock),
		sets("retention", IconHistory),
		asks("derive", IconMathFunction, {
			isBulk: true,
			bulkLabel: (count) => `Add derived value to ${count}`,
		}),
		log,
		compare,
		csv,
		asks("archive", IconArchive),
		remove,
	];
}

function capital(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
