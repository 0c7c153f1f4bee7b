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
	IconQrcode,
	IconTag,
	IconTrash,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { limits } from "../../../shared/base/limits";
import type { DeviceListRow } from "../../../shared/device/device";
import type { DeviceActionKind } from "../../device-actions/device-changes";
import { mostCompared } from "../../entities/compared";
import { countText } from "../../ui/format";
import type { BulkAction } from "../../ui/table/bulk-bar";
import type { RowAction } from "../../ui/table/row-menu";
import { t } from "../../words/made/devices";
import { type FleetRights, fleetDenials } from "./fleet-rights";

const logDevices = 1_000;

const alertDevices = 300;

const labelDevices = 1_000;

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
			label: bulkLabel,
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
	bulkLabel: (count: number) => string;
	run: (devices: DeviceListRow[]) => void;
};

function listedActions({ rights, isArchived, handlers }: ActionContext, devices: DeviceListRow[]): ListedAction[] {
	const { edit, membership, mute, alert } = fleetDenials(rights);
	const asks = (kind: DeviceActionKind, Icon: typeof IconTag, more: Partial<ListedAction> = {}): ListedAction => ({
		id: kind,
		label: t(`action.${kind}`),
		asks: true,
		bulkLabel: (count) => t(`bulk.${kind}`, { count }),
		icon: <Icon {...icon} />,
		denial: edit,
		run: (chosen) => handlers.open(kind, chosen),
		...more,
	});

	const log: ListedAction = {
		id: "log",
		label: t("action.log"),
		bulkLabel: (count) => t("bulk.log", { count }),
		icon: <IconListDetails {...icon} />,
		denial: devices.length > logDevices ? t("log.tooMany", { count: countText(logDevices) }) : undefined,
		run: handlers.openReadings,
	};
	const compare: ListedAction = {
		id: "compare",
		label: t("action.compare"),
		bulkLabel: (count) => t("bulk.compare", { count }),
		icon: <IconArrowsDiff {...icon} />,
		denial: devices.length > mostCompared ? t("compare.tooMany", { count: mostCompared }) : undefined,
		run: handlers.compare,
	};
	const csv: ListedAction = {
		id: "csv",
		label: t("action.csv"),
		bulkLabel: (count) => t("bulk.csv", { count }),
		icon: <IconDownload {...icon} />,
		isBulk: true,
		run: handlers.exportRows,
	};
	const remove = asks("delete", IconTrash, { isDangerous: true });
	if (isArchived) {
		const restore: ListedAction = {
			id: "restore",
			label: t("action.restore"),
			bulkLabel: (count) => t("bulk.restore", { count }),
			icon: <IconArchiveOff {...icon} />,
			isFirst: true,
			denial: edit,
			run: handlers.restore,
		};
		return [restore, log, csv, remove];
	}
	const unmute: ListedAction = {
		id: "unmute",
		label: t("action.unmute"),
		bulkLabel: (count) => t("bulk.unmute", { count }),
		icon: <IconBell {...icon} />,
		isFirst: true,
		denial: mute,
		run: handlers.unmute,
	};
	const isMuted = devices.length > 0 && devices.every(({ mutedUntil }) => mutedUntil !== undefined);
	return [
		asks("rename", IconPencil, { isSingle: true }),
		asks("groups", IconFolders, { isFirst: true, denial: membership }),
		asks("tags", IconTag),
		isMuted ? unmute : asks("mute", IconBellOff, { isFirst: true, denial: mute }),
		asks("planMute", IconCalendarOff, {
			denial:
				mute ??
				(devices.length > limits.plannedMutes
					? t("planMute.tooMany", { count: countText(limits.plannedMutes) })
					: undefined),
		}),
		{
			id: "alert",
			label: t("action.rule"),
			bulkLabel: (count) => t("bulk.rule", { count }),
			icon: <IconBellPlus {...icon} />,
			denial: alert ?? (devices.length > alertDevices ? t("rule.tooMany", { count: alertDevices }) : undefined),
			run: handlers.addAlert,
		},
		asks("intervals", IconAdjustments),
		asks("clock", IconClock),
		asks("retention", IconHistory),
		asks("derive", IconMathFunction, {
			isBulk: true,
		}),
		asks("labels", IconQrcode, {
			denial: devices.length > labelDevices ? t("labels.tooMany", { count: countText(labelDevices) }) : undefined,
		}),
		log,
		compare,
		csv,
		asks("archive", IconArchive),
		remove,
	];
}
