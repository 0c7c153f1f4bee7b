import { NativeSelect } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { FileLine } from "./csv-file";
import type { FileTargets, TargetTitles } from "./file-columns";
import classes from "./preview-table.module.css";

const rowHeight = 38;
const errorRowHeight = 58;
const overscan = 8;

/** `line`: of the line as a whole. */
export type LineErrors<Target extends string> = Partial<Record<Target | "line", string>>;
export type PreviewLine<Target extends string> = FileLine & { errors: LineErrors<Target> };

type PreviewTableProps<Target extends string> = {
	lines: PreviewLine<Target>[];
	/** Of the file's columns. */
	titles: string[];
	/** Of everything that a column may hold. */
	targetTitles: TargetTitles<Target>;
	targets: FileTargets<Target>;
	onTarget: ((column: number, target: Target | null) => void) | null;
};

export function PreviewTable<Target extends string>(props: PreviewTableProps<Target>) {
	const { lines, titles, targetTitles, targets, onTarget } = props;
	const scroller = useRef<HTMLElement>(null);
	const virtualizer = useVirtualizer({
		count: lines.length,
		getScrollElement: () => scroller.current,
		estimateSize: (index) => (isGood(lines[index]) ? rowHeight : errorRowHeight),
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
							<HeaderCell<Target>
								// biome-ignore lint/suspicious/noArrayIndexKey: a column of the file is its place
								key={column}
								title={title}
								targetTitles={targetTitles}
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
			<MissingColumns lines={lines} targets={targets} targetTitles={targetTitles} />
		</section>
	);
}

function isGood(line: PreviewLine<string> | undefined): boolean {
	return line !== undefined && Object.keys(line.errors).length === 0;
}

function targetsOf<Target extends string>(titles: TargetTitles<Target>): Target[] {
	return Object.keys(titles) as Target[]; // keys of a record are its keyof
}

type HeaderCellProps<Target extends string> = {
	title: string;
	targetTitles: TargetTitles<Target>;
	target: Target | null;
	onTarget: ((target: Target | null) => void) | null;
};

function HeaderCell<Target extends string>({ title, targetTitles, target, onTarget }: HeaderCellProps<Target>) {
	const known = targetsOf(targetTitles);
	return (
		<th scope="col">
			<span title={title}>{title}</span>
			<NativeSelect
				size="xs"
				aria-label={`What ${title} holds`}
				data={[
					{ value: "", label: "Ignore" },
					...known.map((each) => ({ value: each as string, label: targetTitles[each] })), // the list holds any text
				]}
				disabled={onTarget === null}
				value={target ?? ""}
				onChange={({ currentTarget: { value } }) => onTarget?.(known.find((each) => each === value) ?? null)}
			/>
		</th>
	);
}

type LineCellProps<Target extends string> = { line: PreviewLine<Target>; column: number; target: Target | null };

function LineCell<Target extends string>({ line, column, target }: LineCellProps<Target>) {
	const error = (column === 0 && line.errors.line) || (target && line.errors[target]);
	return (
		<td data-bad={error ? true : undefined} data-left-out={target === null || undefined}>
			{line.cells[column] ?? ""}
			{error && <span className={classes.error}>{error}</span>}
		</td>
	);
}

type MissingColumnsProps<Target extends string> = Pick<PreviewTableProps<Target>, "lines" | "targets" | "targetTitles">;

/** An error without a column would be shown nowhere. */
function MissingColumns<Target extends string>({ lines, targets, targetTitles }: MissingColumnsProps<Target>) {
	const missing = new Map<Target, string>();
	for (const { errors } of lines) {
		for (const target of targetsOf(targetTitles)) {
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
