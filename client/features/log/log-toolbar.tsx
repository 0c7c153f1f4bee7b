import { ActionIcon, Button, Menu, SegmentedControl, Tooltip } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import {
	IconCalendar,
	IconChevronDown,
	IconChevronLeft,
	IconChevronRight,
	IconFileImport,
	IconLink,
	IconNote,
	IconPlayerPauseFilled,
	IconPlayerPlayFilled,
	IconPlug,
	IconPlus,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { User } from "../../../shared/account";
import { can } from "../../../shared/permissions";
import classes from "./log.module.css";
import type { LogSearch } from "./log-search";
import { isRunning, type LogView } from "./log-view";
import { type Following, newCountLabel } from "./use-following";

const ranges = [
	{ value: "hour", label: "Hour" },
	{ value: "day", label: "Day" },
	{ value: "week", label: "Week" },
	{ value: "month", label: "Month" },
];

const noSpan = { from: undefined, to: undefined, zone: undefined };

type LogToolbarProps = {
	view: LogView;
	following: Following;
	onSearch: (change: LogSearch) => void;
	onMove: (steps: 1 | -1) => void;
	onCustom: () => void;
	children?: ReactNode;
};

export function LogToolbar({ view, following, onSearch, onMove, onCustom, children }: LogToolbarProps) {
	const isNow = isRunning(view);
	const isLatest = view.exact ? view.exact.to >= Date.now() : isNow;
	const goEarlier = () => onMove(1);
	const goLater = () => !isLatest && onMove(-1);
	const goNow = () => {
		following.resume();
		if (!isNow) onSearch({ offset: undefined, ...noSpan });
	};
	const switchPause = () => {
		if (!following.canPause) return;
		if (following.isPaused) following.resume();
		else following.pause();
	};
	useHotkeys([
		["[", goEarlier],
		["shift+ArrowLeft", goEarlier],
		["]", goLater],
		["shift+ArrowRight", goLater],
		["n", goNow],
		["p", switchPause],
	]);
	const PauseIcon = following.isPaused ? IconPlayerPlayFilled : IconPlayerPauseFilled;

	return (
		<div className={classes.toolbar}>
			<SegmentedControl
				aria-label="Range"
				size="sm"
				data={ranges}
				value={view.exact ? "" : view.rangeType}
				onChange={(range) => onSearch({ range: range === "hour" ? undefined : range, offset: undefined, ...noSpan })}
			/>
			<Button
				variant="default"
				className={classes.control}
				data-chosen={view.exact !== null || undefined}
				leftSection={<IconCalendar size={16} stroke={1.7} />}
				onClick={onCustom}
			>
				Custom
			</Button>
			<div className={classes.steps}>
				<ActionIcon variant="default" size={34} aria-label="Earlier" onClick={goEarlier}>
					<IconChevronLeft size={18} />
				</ActionIcon>
				<Button variant="default" className={classes.control} disabled={isNow} onClick={goNow}>
					Now
				</Button>
				<ActionIcon variant="default" size={34} aria-label="Later" disabled={isLatest} onClick={goLater}>
					<IconChevronRight size={18} />
				</ActionIcon>
			</div>
			<Tooltip label="Only the running range moves on by itself." disabled={following.canPause}>
				<Button
					variant="default"
					className={classes.control}
					leftSection={<PauseIcon size={14} />}
					data-disabled={!following.canPause || undefined}
					aria-disabled={!following.canPause || undefined}
					onClick={switchPause}
				>
					{following.isPaused ? "Resume" : "Pause"}
				</Button>
			</Tooltip>
			<div role="status" className={classes.news}>
				{following.news && (
					<button type="button" className={classes.pill} onClick={goNow}>
						{newCountLabel(following.news)}
					</button>
				)}
			</div>
			{children}
		</div>
	);
}

type LogActionsProps = {
	me: Pick<User, "role" | "scope">;
	onNote: () => void;
	onCopyLink: () => void;
	onImport: () => void;
	onConnect: () => void;
	children: ReactNode;
};

export function LogActions({ me, onNote, onCopyLink, onImport, onConnect, children }: LogActionsProps) {
	const canNote = can(me.role, "addNotes");
	return (
		<>
			<Tooltip label="Copy a link to exactly this">
				<ActionIcon variant="default" size={34} aria-label="Copy link" onClick={onCopyLink}>
					<IconLink size={17} stroke={1.7} />
				</ActionIcon>
			</Tooltip>
			<Tooltip label="Your role cannot add notes. Ask an owner or admin." disabled={canNote}>
				<Button
					variant="default"
					className={classes.control}
					leftSection={<IconNote size={16} stroke={1.7} />}
					data-disabled={!canNote || undefined}
					aria-disabled={!canNote || undefined}
					onClick={canNote ? onNote : undefined}
				>
					Add note
				</Button>
			</Tooltip>
			<AddDataMenu me={me} onImport={onImport} onConnect={onConnect} />
			{children}
		</>
	);
}

function AddDataMenu({ me, onImport, onConnect }: Pick<LogActionsProps, "me" | "onImport" | "onConnect">) {
	const canImport = can(me.role, "importReadings");
	const noKeys = keysRefusal(me);
	return (
		<Menu width={300}>
			<Menu.Target>
				<Button
					variant="default"
					className={classes.control}
					leftSection={<IconPlus size={16} stroke={1.7} />}
					rightSection={<IconChevronDown size={14} />}
				>
					Add data
				</Button>
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.Item disabled={!canImport} leftSection={<IconFileImport size={17} stroke={1.7} />} onClick={onImport}>
					Import a file
					{!canImport && <span className={classes.reason}>Your role cannot import readings.</span>}
				</Menu.Item>
				<Menu.Item disabled={noKeys !== null} leftSection={<IconPlug size={17} stroke={1.7} />} onClick={onConnect}>
					Connect devices and network servers
					{noKeys !== null && <span className={classes.reason}>{noKeys}</span>}
				</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}

function keysRefusal({ role, scope }: LogActionsProps["me"]): string | null {
	if (!can(role, "editKeys")) return "Only owners and admins hold the keys.";
	return scope === "all" ? null : "You see some groups only, and these keys send for every device.";
}
