import { IconArrowsExchange } from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { ownValue } from "../../shared/base/own-value";
import { type DisplayFormats, daysOfWeek } from "../../shared/formats/display-formats";
import {
	dayMinutes,
	outsideOf,
	painted,
	shareOf,
	spansOf,
	type WeekSpan,
	windowsOf,
} from "../../shared/time/painted-week";
import type { WeeklyWindow } from "../../shared/time/time-windows";
import { dayNames } from "../entities/clock-labels";
import { useDisplayFormats } from "../ui/display-formats";
import { PlainButton } from "../ui/form/buttons";
import { clockHours, clockTime } from "../ui/time/time-display";
import { t } from "../words/made/forms";
import classes from "./week-paint.module.css";

type WeekPaintProps = { label: string; windows: WeeklyWindow[]; onChange: (windows: WeeklyWindow[]) => void };

type Cell = { row: number; hour: number };

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const namedHours = 6;

/** Seven bars of 24 hours. A press or Space toggles an hour; dragging, or Shift with an arrow, continues. */
export function WeekPaint({ label, windows, onChange }: WeekPaintProps) {
	const { weekStart, hourCycle } = useDisplayFormats();
	const days = daysOfWeek(weekStart);
	const grid = useRef<HTMLTableElement>(null);
	const [current, setCurrent] = useState<Cell>({ row: 0, hour: 8 });
	const brush = useRef<boolean | null>(null);
	const spans = spansOf(windows);
	if (spans === null) return null;

	const spanOf = ({ row, hour }: Cell): WeekSpan => {
		const from = ((days[row] ?? 1) - 1) * dayMinutes + hour * 60;
		return { from, to: from + 60 };
	};
	const isOn = (cell: Cell) => shareOf(spans, spanOf(cell)) > 0.5;
	const paint = (cell: Cell, on: boolean) => {
		if (shareOf(spans, spanOf(cell)) !== Number(on)) onChange(windowsOf(painted(spans, spanOf(cell), on)));
	};
	const move = (cell: Cell) => {
		setCurrent(cell);
		grid.current?.querySelector<HTMLElement>(`[data-cell="${cell.row} ${cell.hour}"]`)?.focus();
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === " " || event.key === "Enter") {
			event.preventDefault();
			paint(current, !isOn(current));
			return;
		}
		const step = ownValue(steps, event.key);
		if (!step) return;
		event.preventDefault();
		const next = step(current);
		if (event.shiftKey) paint(next, isOn(current));
		move(next);
	};
	/** A touch pointer stays captured by its first element, so the element below it is looked up. */
	const onPointerMove = (event: PointerEvent) => {
		if (brush.current === null) return;
		const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-cell]");
		const [row, hour] = under?.dataset.cell?.split(" ").map(Number) ?? [];
		if (row !== undefined && hour !== undefined) paint({ row, hour }, brush.current);
	};
	const end = () => {
		brush.current = null;
	};

	return (
		<fieldset className={classes.paint} aria-label={label}>
			<table
				ref={grid}
				className={classes.grid}
				onKeyDown={onKeyDown}
				onPointerMove={onPointerMove}
				onPointerUp={end}
				onPointerCancel={end}
				onPointerLeave={end}
			>
				<thead>
					<tr>
						<td />
						{hours.map((hour) => (
							<th key={hour} scope="col" className={classes.hour} aria-label={clockTime(`${hour}:00`)}>
								{hour % namedHours === 0 ? hourText(hour, hourCycle) : ""}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{days.map((day, row) => (
						<tr key={day}>
							<th scope="row" className={classes.day}>
								{dayNames[day - 1]}
							</th>
							{hours.map((hour) => {
								const share = shareOf(spans, spanOf({ row, hour }));
								const isInPart = share > 0 && share < 1;
								const named = {
									day: dayNames[day - 1] ?? "",
									hours: clockHours({ from: `${hour}:00`, to: `${hour + 1}:00` }),
								};
								return (
									<td key={hour} className={classes.place}>
										<button
											type="button"
											data-cell={`${row} ${hour}`}
											data-share={share === 0 ? "none" : share === 1 ? "all" : "part"}
											aria-pressed={share > 0.5}
											aria-label={t(isInPart ? "week.cellInPart" : "week.cell", named)}
											tabIndex={current.row === row && current.hour === hour ? 0 : -1}
											className={classes.cell}
											onFocus={() => setCurrent({ row, hour })}
											onPointerDown={({ currentTarget, pointerId }) => {
												if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
												brush.current = !isOn({ row, hour });
												paint({ row, hour }, brush.current);
											}}
										/>
									</td>
								);
							})}
						</tr>
					))}
				</tbody>
			</table>
			<div>
				<PlainButton
					size="xs"
					leftSection={<IconArrowsExchange size={15} stroke={1.7} />}
					onClick={() => onChange(windowsOf(outsideOf(spans)))}
				>
					{t("week.outside")}
				</PlainButton>
			</div>
		</fieldset>
	);
}

function hourText(hour: number, hourCycle: DisplayFormats["hourCycle"]): string {
	return hourCycle === "24" ? String(hour) : `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;
}

const steps: Record<string, (cell: Cell) => Cell> = {
	ArrowLeft: ({ row, hour }) => ({ row, hour: Math.max(0, hour - 1) }),
	ArrowRight: ({ row, hour }) => ({ row, hour: Math.min(23, hour + 1) }),
	ArrowUp: ({ row, hour }) => ({ row: Math.max(0, row - 1), hour }),
	ArrowDown: ({ row, hour }) => ({ row: Math.min(6, row + 1), hour }),
	Home: ({ row }) => ({ row, hour: 0 }),
	End: ({ row }) => ({ row, hour: 23 }),
};
