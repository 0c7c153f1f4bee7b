import { NativeSelect } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { CheckedLine } from "./check-lines";
import { type ColumnTargets, type DeviceTarget, deviceTargets, targetTitles } from "./column-targets";
import classes from "./device-import.module.css";

const rowHeight = 38;
const errorRowHeight = 58;
const overscan = 8;

const targetChoices = [
	{ value: "", label: "Leave out" },
	...deviceTargets.map((target) => ({ value: target, label: targetTitles[target] })),
];

type PreviewTableProps = {
	lines: CheckedLine[];
	titles: string[];
	targets: ColumnTargets;
	onTarget: ((column: number, target: DeviceTarget | null) => void) | null;
};

export function PreviewTable({ lines, titles, targets, onTarget }: PreviewTableProps) {
	const scroller = useRef<HTMLElement>(null);
	const virtualizer = useVirtualizer({
		count: lines.length,
		getScrollElement: () => scroller.current,
		estimateSize: (index) => (lines[index]?.device ? rowHeight : errorRowHeight),
		getItemKey: (index) => lines[index]?.line ?? index,
		overscan,
	});
	const items = virtualizer.getVirtualItems();
	const above = items[0]?.start ?? 0;
	const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
		<section ref={scroller} className={classes.scroller} tabIndex={0} aria-label="Lines of the file">
			<table className={classes.table} aria-rowcount={lines.length + 1}>
				<caption>Lines of the file</caption>
				<thead>
					<tr aria-rowindex={1}>
						<th scope="col">Line</th>
						{titles.map((title, column) => (
							<HeaderCell
								// biome-ignore lint/suspicious/noArrayIndexKey: a column of the file is its place
								key={column}
								title={title}
								target={targets[column] ?? null}
								onTarget={onTarget && ((target) => onTarget(column, target))}
							/>
						))}
					</tr>
				</thead>
				<tbody>
					<Spacer height={above} />
					{items.map(({ index }) => {
						const line = lines[index];
						if (!line) return null;
						return (
							<tr key={line.line} ref={virtualizer.measureElement} data-index={index} aria-rowindex={index + 2}>
								<th scope="row">{line.line.toLocaleString("en-US")}</th>
								{titles.map((_, column) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: a column of the file is its place
									<LineCell key={column} line={line} column={column} target={targets[column] ?? null} />
								))}
							</tr>
						);
					})}
					<Spacer height={below} />
				</tbody>
			</table>
			{lines.length === 0 && <p className={classes.nothing}>No line is left here.</p>}
			<MissingColumns lines={lines} targets={targets} />
		</section>
	);
}

type HeaderCellProps = {
	title: string;
	target: DeviceTarget | null;
	onTarget: ((target: DeviceTarget | null) => void) | null;
};

function HeaderCell({ title, target, onTarget }: HeaderCellProps) {
	return (
		<th scope="col">
			<span title={title}>{title}</span>
			<NativeSelect
				size="xs"
				aria-label={`What ${title} holds`}
				data={targetChoices}
				disabled={onTarget === null}
				value={target ?? ""}
				onChange={({ currentTarget: { value } }) => onTarget?.(deviceTargets.find((each) => each === value) ?? null)}
			/>
		</th>
	);
}

type LineCellProps = { line: CheckedLine; column: number; target: DeviceTarget | null };

function LineCell({ line, column, target }: LineCellProps) {
	const error = (column === 0 && line.errors.line) || (target && line.errors[target]);
	return (
		<td data-bad={error ? true : undefined} data-left-out={target === null || undefined}>
			{line.cells[column] ?? ""}
			{error && <span className={classes.error}>{error}</span>}
		</td>
	);
}

/** An error without a column would be shown nowhere. */
function MissingColumns({ lines, targets }: Pick<PreviewTableProps, "lines" | "targets">) {
	const missing = new Map<DeviceTarget, string>();
	for (const { errors } of lines) {
		for (const target of deviceTargets) {
			const message = errors[target];
			if (message && !targets.includes(target) && !missing.has(target)) missing.set(target, message);
		}
	}
	if (missing.size === 0) return null;
	return (
		<p className={classes.nothing} role="status">
			{[...missing].map(([target, message]) => `No column is set to “${targetTitles[target]}”. ${message}`).join(" ")}
		</p>
	);
}

function Spacer({ height }: { height: number }) {
	if (height <= 0) return null;
	return (
		// biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without content takes no focus
		<tr aria-hidden="true" className={classes.spacer}>
			<td style={{ height }} />
		</tr>
	);
}
