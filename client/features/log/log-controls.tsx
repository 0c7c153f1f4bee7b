import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import classes from "./log.module.css";
import type { LogSearch } from "./log-search";
import { type LogView, moved } from "./log-view";

const ranges = [
	{ value: "hour", label: "Hour" },
	{ value: "day", label: "Day" },
	{ value: "week", label: "Week" },
	{ value: "month", label: "Month" },
];

type LogControlsProps = { view: LogView; to: number; onSearch: (change: LogSearch) => void };

export function LogControls({ view, to, onSearch }: LogControlsProps) {
	const isNow = !view.exact && view.offset === 0;
	const isLatest = view.exact ? to >= Date.now() : isNow;
	return (
		<>
			<SegmentedControl
				aria-label="Range"
				size="sm"
				data={ranges}
				value={view.exact ? "" : view.rangeType}
				onChange={(range) => onSearch({ range: range === "hour" ? undefined : range, offset: undefined, ...noSpan })}
			/>
			<div className={classes.steps}>
				<ActionIcon variant="default" size={34} aria-label="Earlier" onClick={() => onSearch(moved(view, 1))}>
					<IconChevronLeft size={18} />
				</ActionIcon>
				<Button
					variant="default"
					className={classes.now}
					disabled={isNow}
					onClick={() => onSearch({ offset: undefined, ...noSpan })}
				>
					Now
				</Button>
				<ActionIcon
					variant="default"
					size={34}
					aria-label="Later"
					disabled={isLatest}
					onClick={() => onSearch(moved(view, -1))}
				>
					<IconChevronRight size={18} />
				</ActionIcon>
			</div>
		</>
	);
}

const noSpan = { from: undefined, to: undefined };
