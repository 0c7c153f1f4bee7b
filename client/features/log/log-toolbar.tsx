import { ActionIcon, Button, Menu, SegmentedControl, Tooltip } from "@mantine/core";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import {
	IconCalendar,
	IconCheck,
	IconChevronDown,
	IconChevronLeft,
	IconChevronRight,
	IconDots,
	IconFileImport,
	IconLink,
	IconNote,
	IconPlayerPauseFilled,
	IconPlayerPlayFilled,
	IconPlug,
	IconPlus,
} from "@tabler/icons-react";
import { Fragment, type ReactNode, useId, useState } from "react";
import type { User } from "../../../shared/account";
import { can } from "../../../shared/permissions";
import { timeStyle } from "../../ui/time/time-display";
import classes from "./log.module.css";
import { phone } from "./log-filters";
import { noSpan, rangeChoices, rangeName, rangeSearch } from "./log-ranges";
import type { LogSearch } from "./log-search";
import { isRunning, type LogState } from "./log-state";
import { type Following, newCountLabel } from "./use-following";

const ranges = [
	{ value: "hour", label: "Hour" },
	{ value: "day", label: "Day" },
	{ value: "week", label: "Week" },
	{ value: "month", label: "Month" },
];

type LogToolbarProps = {
	state: LogState;
	following: Following;
	onSearch: (change: LogSearch) => void;
	onMove: (steps: 1 | -1) => void;
	onCustom: () => void;
	/** On a phone only: elsewhere they stand in the screen's head. */
	actions?: ReactNode;
};

export function LogToolbar({ state, following, onSearch, onMove, onCustom, actions }: LogToolbarProps) {
	const isNow = isRunning(state);
	const isLatest = state.exact ? state.exact.to >= Date.now() : isNow;
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
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	const now = (
		<Button variant="default" className={classes.control} disabled={isNow} onClick={goNow}>
			Now
		</Button>
	);
	const steps = (
		<div className={classes.steps}>
			<ActionIcon variant="default" size={34} aria-label="Earlier" onClick={goEarlier}>
				<IconChevronLeft size={18} />
			</ActionIcon>
			{!isPhone && now}
			<ActionIcon variant="default" size={34} aria-label="Later" disabled={isLatest} onClick={goLater}>
				<IconChevronRight size={18} />
			</ActionIcon>
		</div>
	);
	const pause = <PauseButton following={following} onSwitch={switchPause} />;
	const news = (
		<div role="status" className={classes.news}>
			{following.news && (
				<button type="button" className={classes.pill} onClick={goNow}>
					{newCountLabel(following.news)}
				</button>
			)}
		</div>
	);

	if (isPhone) {
		return (
			<div className={classes.toolbar}>
				<RangeMenu state={state} onSearch={onSearch} onCustom={onCustom} />
				{steps}
				<MoreControls>
					{now}
					{pause}
					{actions}
				</MoreControls>
				{news}
			</div>
		);
	}
	return (
		<div className={classes.toolbar}>
			<SegmentedControl
				aria-label="Range"
				size="sm"
				data={ranges}
				value={state.exact ? "" : state.rangeType}
				onChange={(range) => onSearch({ range: range === "hour" ? undefined : range, offset: undefined, ...noSpan })}
			/>
			<RangeMenu state={state} onSearch={onSearch} />
			<Button
				variant="default"
				className={classes.control}
				data-chosen={state.exact !== null || undefined}
				leftSection={<IconCalendar size={16} stroke={1.7} />}
				onClick={onCustom}
			>
				Custom
			</Button>
			{steps}
			{pause}
			{news}
		</div>
	);
}

/** What a phone's one bar has no room for. */
function MoreControls({ children }: { children: ReactNode }) {
	const [isOpen, setIsOpen] = useState(false);
	const panel = useId();
	return (
		<>
			<ActionIcon
				variant="default"
				size={34}
				aria-label="More controls"
				aria-expanded={isOpen}
				aria-controls={isOpen ? panel : undefined}
				onClick={() => setIsOpen(!isOpen)}
			>
				<IconDots size={18} />
			</ActionIcon>
			{isOpen && (
				<div id={panel} className={classes.more}>
					{children}
				</div>
			)}
		</>
	);
}

type PauseButtonProps = { following: Following; onSwitch: () => void };

function PauseButton({ following, onSwitch }: PauseButtonProps) {
	const PauseIcon = following.isPaused ? IconPlayerPlayFilled : IconPlayerPauseFilled;
	return (
		<Tooltip label="Only the running range moves on by itself." disabled={following.canPause}>
			<Button
				variant="default"
				className={classes.control}
				leftSection={<PauseIcon size={14} />}
				data-disabled={!following.canPause || undefined}
				aria-disabled={!following.canPause || undefined}
				onClick={onSwitch}
			>
				{following.isPaused ? "Resume" : "Pause"}
			</Button>
		</Tooltip>
	);
}

type RangeMenuProps = Pick<LogToolbarProps, "state" | "onSearch"> & { onCustom?: () => void };

function RangeMenu({ state, onSearch, onCustom }: RangeMenuProps) {
	const isChosen = ({ rangeType, offset }: { rangeType: string; offset: number }) =>
		!state.exact && state.rangeType === rangeType && state.offset === offset;
	return (
		<Menu width={200}>
			<Menu.Target>
				<Button
					variant="default"
					className={`${classes.control} ${classes.range}`}
					rightSection={<IconChevronDown size={14} />}
				>
					{state.exact && !onCustom ? "Ranges" : rangeName(state)}
				</Button>
			</Menu.Target>
			<Menu.Dropdown>
				{rangeChoices.map(({ title, choices }) => (
					<Fragment key={title}>
						<Menu.Label>{title}</Menu.Label>
						{choices.map((choice) => {
							const name = rangeName({ ...choice, exact: null });
							return (
								<Menu.Item
									key={name}
									aria-current={isChosen(choice)}
									rightSection={isChosen(choice) && <IconCheck size={15} />}
									onClick={() => onSearch(rangeSearch(choice))}
								>
									{name}
									{choice.rangeType === "night" && <span className={classes.reason}>{nightText()}</span>}
								</Menu.Item>
							);
						})}
					</Fragment>
				))}
				{onCustom && (
					<>
						<Menu.Divider />
						<Menu.Item leftSection={<IconCalendar size={16} stroke={1.7} />} onClick={onCustom}>
							Custom
						</Menu.Item>
					</>
				)}
			</Menu.Dropdown>
		</Menu>
	);
}

type LogActionsProps = {
	me: Pick<User, "role" | "scope">;
	/** Of a range that moves with the time; null for exact bounds, of which there is one kind of link. */
	rangeName: string | null;
	onNote: () => void;
	onCopyLink: (kind: "exact" | "relative") => void;
	onImport: () => void;
	onConnect: () => void;
	children: ReactNode;
};

export function LogActions({
	me,
	rangeName: relative,
	onNote,
	onCopyLink,
	onImport,
	onConnect,
	children,
}: LogActionsProps) {
	const canNote = can(me.role, "addNotes");
	return (
		<>
			<Menu width={270} disabled={relative === null}>
				<Menu.Target>
					<ActionIcon
						variant="default"
						size={34}
						aria-label="Copy link"
						title="Copy link"
						onClick={() => relative === null && onCopyLink("exact")}
					>
						<IconLink size={17} stroke={1.7} />
					</ActionIcon>
				</Menu.Target>
				<Menu.Dropdown>
					<Menu.Label>Copy a link</Menu.Label>
					<Menu.Item onClick={() => onCopyLink("exact")}>
						To exactly this
						<span className={classes.reason}>The same bounds, whenever it is opened.</span>
					</Menu.Item>
					<Menu.Item onClick={() => onCopyLink("relative")}>
						To “{relative}”<span className={classes.reason}>As of when it is opened.</span>
					</Menu.Item>
				</Menu.Dropdown>
			</Menu>
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

function nightText(): string {
	return timeStyle().hourCycle === "24" ? "22:00 to 06:00" : "10 PM to 6 AM";
}
