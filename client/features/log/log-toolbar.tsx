import { ActionIcon, Button, SegmentedControl, Tooltip } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import {
	IconCalendar,
	IconChevronLeft,
	IconChevronRight,
	IconPlayerPauseFilled,
	IconPlayerPlayFilled,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./log.module.css";
import type { LogSearch } from "./log-search";
import { isRunning, type LogView } from "./log-view";
import { newCountWords } from "./new-count";
import type { Following } from "./use-following";

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
	/** One range earlier (1) or later (−1). */
	onMove: (steps: 1 | -1) => void;
	onCustom: () => void;
	children?: ReactNode;
};

/** Which time is shown, and whether it moves on. */
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
						{newCountWords(following.news)}
					</button>
				)}
			</div>
			{children}
		</div>
	);
}
