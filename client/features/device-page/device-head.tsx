import { ActionIcon, Menu } from "@mantine/core";
import {
	IconArchive,
	IconArchiveOff,
	IconBellOff,
	IconBellRinging,
	IconDots,
	IconDownload,
	IconFileImport,
	IconHistory,
	IconList,
	IconNote,
	IconReplace,
	IconReport,
	IconShare,
	IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { Device } from "../../../shared/device/device";
import { useScreenCommands } from "../../base/screen-commands";
import { alertStateLabels, deviceStateLabel, lackLabels } from "../../entities/device-labels";
import { reportSearch } from "../../entities/report";
import { StatusChip } from "../../ui/feedback/status-chip";
import { GuardedButton } from "../../ui/form/guarded-button";
import { PageHead } from "../../ui/layout/page-head";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/device";
import classes from "./device-page.module.css";
import type { DeviceRights } from "./device-rights";

export type PageAction = "note" | "import" | "mute" | "unmute" | "archive" | "restore" | "delete" | "replace" | "share";

type DeviceHeadProps = {
	device: Device;
	rights: DeviceRights;
	archiveDenial: string | null;
	onAction: (action: PageAction) => void;
};

export function DeviceHead({ device, rights, archiveDenial, onAction }: DeviceHeadProps) {
	const isMuted = device.mutedUntil !== null && device.mutedUntil > Date.now();
	const command = (action: PageAction, label: string, denial: string | null | undefined) => {
		return { id: action, subjectId: device.id, label, note: device.name, denial, onRun: () => onAction(action) };
	};
	useScreenCommands(() => [
		command("note", t("action.addNote"), rights.note),
		isMuted ? command("unmute", t("action.unmute"), rights.mute) : command("mute", t("action.mute"), rights.mute),
		command("import", t("action.import"), rights.import),
		command("share", t("action.share"), rights.share),
		command("replace", t("action.replace"), rights.edit),
		device.archivedAt === null
			? command("archive", t("action.archive"), archiveDenial)
			: command("restore", t("action.restore"), archiveDenial),
		...(device.deletedFrom === null ? [command("delete", t("action.delete"), archiveDenial)] : []),
	]);
	return (
		<PageHead title={device.name} subtitle={<Chips device={device} />}>
			<GuardedButton
				denial={rights.note}
				icon={<IconNote size={16} stroke={1.7} />}
				className={classes.control}
				onClick={() => onAction("note")}
			>
				{t("action.note")}
			</GuardedButton>
			<DeviceMenu device={device} rights={rights} archiveDenial={archiveDenial} onAction={onAction} />
		</PageHead>
	);
}

function Chips({ device }: { device: Device }) {
	const { alertState, mutedUntil, serialNumber, lacks } = device;
	const state = deviceStateLabel(device, device.deletedFrom !== null);
	return (
		<span className={classes.chips}>
			<StatusChip tone={state.tone}>{state.label}</StatusChip>
			{alertState !== "ok" && (
				<StatusChip tone={alertStateLabels[alertState].tone}>
					{alertState === "muted" && mutedUntil !== null && mutedUntil > Date.now()
						? rich("head.mutedUntil", { time: <TimeStamp at={mutedUntil} clock={device} isFocusable /> })
						: alertStateLabels[alertState].label}
				</StatusChip>
			)}
			{lacks.map((lack) => (
				<StatusChip key={lack} tone="warn">
					{lackLabels[lack].label}
				</StatusChip>
			))}
			{serialNumber !== null && <span className={classes.serial}>{serialNumber}</span>}
		</span>
	);
}

function DeviceMenu({ device, rights, archiveDenial, onAction }: DeviceHeadProps) {
	const { edit: editDenial, history: historyDenial } = rights;
	const navigate = useNavigate();
	const isArchived = device.archivedAt !== null;
	const isMuted = device.mutedUntil !== null && device.mutedUntil > Date.now();
	return (
		<Menu width={280}>
			<Menu.Target>
				<ActionIcon variant="default" size={34} aria-label={t("action.more")}>
					<IconDots size={17} stroke={1.7} />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				{/* The first entry takes the focus, so it is never disabled. */}
				<Entry
					icon={IconList}
					label={t("action.log")}
					onClick={() => void navigate({ to: "/log/", search: { device: device.id } })}
				/>
				<Entry
					icon={isMuted ? IconBellRinging : IconBellOff}
					label={isMuted ? t("action.unmute") : t("action.mute")}
					denial={rights.mute}
					onClick={() => onAction(isMuted ? "unmute" : "mute")}
				/>
				<Entry
					icon={IconFileImport}
					label={t("action.import")}
					denial={rights.import}
					onClick={() => onAction("import")}
				/>
				<Entry
					icon={IconDownload}
					label={t("action.export")}
					onClick={() =>
						void navigate({ to: "/devices/$deviceId", params: { deviceId: device.id }, search: { tab: "log" } })
					}
				/>
				<Entry
					icon={IconReport}
					label={t("action.report")}
					denial={rights.report}
					onClick={() => void navigate({ to: "/reports/new", search: reportSearch({ deviceIds: [device.id] }) })}
				/>
				<Entry
					icon={IconHistory}
					label={t("action.history")}
					denial={historyDenial}
					onClick={() => void navigate({ to: "/accounts/audit/", search: { entity: device.id } })}
				/>
				<Entry icon={IconShare} label={t("action.share")} denial={rights.share} onClick={() => onAction("share")} />
				<Entry icon={IconReplace} label={t("action.replace")} denial={editDenial} onClick={() => onAction("replace")} />
				<Menu.Divider />
				<Entry
					icon={isArchived ? IconArchiveOff : IconArchive}
					label={isArchived ? t("action.restore") : t("action.archive")}
					denial={archiveDenial}
					onClick={() => onAction(isArchived ? "restore" : "archive")}
				/>
				{device.deletedFrom === null && (
					<Menu.Item
						color={archiveDenial === null ? "red" : undefined}
						disabled={archiveDenial !== null}
						leftSection={<IconTrash size={17} stroke={1.7} />}
						onClick={() => onAction("delete")}
					>
						{t("action.delete")}
					</Menu.Item>
				)}
			</Menu.Dropdown>
		</Menu>
	);
}

type EntryProps = { icon: typeof IconHistory; label: string; denial?: string | null | undefined; onClick: () => void };

function Entry({ icon: Icon, label, denial, onClick }: EntryProps) {
	return (
		<Menu.Item disabled={Boolean(denial)} leftSection={<Icon size={17} stroke={1.7} />} onClick={onClick}>
			{label}
			{denial && <span className={classes.reason}>{denial}</span>}
		</Menu.Item>
	);
}
