import { Checkbox, VisuallyHidden } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Select } from "../../ui/form/select";
import { countText } from "../../ui/format";
import { t } from "../../words/made/forms";
import { type CheckedLine, hasProblem, nextToCorrect, type Place, wrongCellFrom } from "./check-lines";
import { CorrectedCell } from "./corrected-cell";
import { type FileTargets, problemText, type TargetTitles } from "./file-columns";
import classes from "./preview-table.module.css";

const rowHeight = 38;
const problemRowHeight = 58;
const overscan = 8;
const boxColumn = -1;

export type PreviewTableProps<Target extends string> = {
	lines: CheckedLine<Target, unknown>[];
	titles: string[];
	targetTitles: TargetTitles<Target>;
	targets: FileTargets<Target>;
	onTarget: ((column: number, target: Target | null) => void) | null;
	leftOut: ReadonlySet<number>;
	isEdited: (index: Place) => boolean;
	isLocked: (line: number) => boolean;
	/** Edits wrong cells below the problem, if the table is too narrow for both. */
	isNarrow: boolean;
	onEdit: (index: Place, text: string) => void;
	onLeaveOut: (line: number, isLeft: boolean) => void;
	isStarting: boolean;
	onStarted: () => void;
	onAllCorrected: () => void;
};

export function PreviewTable<Target extends string>(props: PreviewTableProps<Target>) {
	const { lines, titles, targetTitles, targets, onTarget, leftOut, isEdited, isLocked, isNarrow } = props;
	const tableId = useId();
	const scroller = useRef<HTMLElement>(null);
	const virtualizer = useVirtualizer({
		count: lines.length,
		getScrollElement: () => scroller.current,
		estimateSize: (index) => (lines[index] && hasProblem(lines[index]) ? problemRowHeight : rowHeight),
		getItemKey: (index) => lines[index]?.line ?? index,
		overscan,
	});
	const items = virtualizer.getVirtualItems();
	const above = items[0]?.start ?? 0;
	const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
	const [wanted, setWanted] = useState<Place | null>(null);
	const [accepted, setAccepted] = useState<Place | null>(null);
	const [boxLine, setBoxLine] = useState<number | null>(null);
	const [message, setMessage] = useState("");

	const focusAt = (place: Place) => {
		const index = lines.findIndex(({ line }) => line === place.line);
		if (index < 0) return;
		setWanted(place);
		virtualizer.scrollToIndex(index);
	};
	const step = (from: Place, way: "after" | "before") => {
		const next = wrongCellFrom({ lines, targets }, from, way);
		if (next) focusAt(next);
		return next !== null;
	};
	const goOnFrom = useEffectEvent((place: Place) => {
		setAccepted(null);
		const next = nextToCorrect({ lines, targets }, place);
		const line = lines.find((each) => each.line === next?.line);
		if (!next || !line) return props.onAllCorrected();
		focusAt(next);
		setMessage(t("file.lineProblem", { line: line.line, problem: problemText(line.errors, targetTitles) }));
	});
	// The next wrong cell is known only after the corrected lines are checked.
	useEffect(() => {
		if (accepted) goOnFrom(accepted);
	}, [accepted]);

	const goToFirst = useEffectEvent(() => {
		props.onStarted();
		const first = nextToCorrect({ lines, targets }, { line: 0, column: boxColumn });
		if (first) focusAt(first);
	});
	const { isStarting } = props;
	useEffect(() => {
		if (isStarting) goToFirst();
	}, [isStarting]);

	const stepBox = (index: number, amount: number) => {
		const line = lines[index + amount];
		if (!line) return;
		setBoxLine(line.line);
		focusAt({ line: line.line, column: boxColumn });
	};
	// One Tab stop, the others by arrows, so that Tab leads from one wrong cell to the next.
	const isBoxRendered = items.some(({ index }) => lines[index]?.line === boxLine);
	const tabLine = isBoxRendered ? boxLine : lines[items[0]?.index ?? 0]?.line;

	const renderCell = (line: CheckedLine<Target, unknown>, column: number) => {
		const place = { line: line.line, column };
		const target = targets[column];
		const error = target ? line.errors[target] : undefined;
		const text = line.cells[column] ?? "";
		if (leftOut.has(line.line) || isLocked(line.line) || !(error || isEdited(place))) return null;
		return (
			<CorrectedCell
				text={text}
				label={t("file.cell", { column: titles[column] ?? "", line: line.line })}
				isWrong={error !== undefined}
				describedBy={`${tableId}-${line.line}`}
				isWanted={wanted?.line === line.line && wanted.column === column}
				onFocused={() => setWanted(null)}
				onAccept={(next) => props.onEdit(place, next)}
				onEnter={() => setAccepted(place)}
				onStep={(way) => step(place, way)}
			/>
		);
	};
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
		<section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={t("file.lines")}>
			<table className={classes.table} aria-rowcount={lines.length + 1}>
				<VisuallyHidden component="caption">{t("file.lines")}</VisuallyHidden>
				<thead>
					<tr aria-rowindex={1}>
						<td className={classes.box}>
							<VisuallyHidden>{t("file.import")}</VisuallyHidden>
						</td>
						<th scope="col" className={classes.problem}>
							{t("file.problem")}
						</th>
						<th scope="col" className={classes.line}>
							{t("file.line")}
						</th>
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
						const isLeft = leftOut.has(line.line);
						const wasEdited = titles.some((_, column) => isEdited({ line: line.line, column }));
						return (
							<tr
								key={line.line}
								ref={virtualizer.measureElement}
								data-index={index}
								data-left-out={isLeft || undefined}
								aria-rowindex={index + 2}
							>
								<td className={classes.box}>
									<LineBox
										line={line.line}
										isTaken={!isLeft}
										isLocked={isLocked(line.line)}
										isTabStop={line.line === tabLine}
										isWanted={wanted?.line === line.line && wanted.column === boxColumn}
										onFocused={() => {
											setWanted(null);
											setBoxLine(line.line);
										}}
										onStep={(amount) => stepBox(index, amount)}
										onChange={(isTaken) => props.onLeaveOut(line.line, !isTaken)}
									/>
								</td>
								<td className={classes.problem} data-bad={hasProblem(line) || undefined}>
									<span id={`${tableId}-${line.line}`}>
										{isLeft
											? t("file.leftOut")
											: problemText(line.errors, targetTitles) || (wasEdited && t("file.corrected"))}
									</span>
									{isNarrow &&
										titles.map((title, column) => {
											const cell = renderCell(line, column);
											// biome-ignore lint/suspicious/noArrayIndexKey: a column of the file is its place
											return cell && <LabelledCell key={column} title={title} cell={cell} />;
										})}
								</td>
								<th scope="row" className={classes.line}>
									{countText(line.line)}
								</th>
								{titles.map((_, column) => {
									const target = targets[column] ?? null;
									return (
										<td
											// biome-ignore lint/suspicious/noArrayIndexKey: a column of the file is its place
											key={column}
											data-bad={(target && line.errors[target] !== undefined) || undefined}
											data-ignored={target === null || undefined}
										>
											{(!isNarrow && renderCell(line, column)) || (line.cells[column] ?? "")}
										</td>
									);
								})}
							</tr>
						);
					})}
					<Spacer height={below} />
				</tbody>
			</table>
			<VisuallyHidden role="status">{message}</VisuallyHidden>
			{lines.length === 0 && <p className={classes.nothing}>{t("file.allImported")}</p>}
			<MissingColumns lines={lines} targets={targets} targetTitles={targetTitles} />
		</section>
	);
}

function LabelledCell({ title, cell }: { title: string; cell: ReactNode }) {
	return (
		<span className={classes.labelled}>
			<span aria-hidden="true">{title}</span>
			{cell}
		</span>
	);
}

type LineBoxProps = {
	line: number;
	isTaken: boolean;
	isLocked: boolean;
	isTabStop: boolean;
	isWanted: boolean;
	onFocused: () => void;
	onStep: (amount: number) => void;
	onChange: (isTaken: boolean) => void;
};

function LineBox({ line, isTaken, isLocked, isTabStop, isWanted, onFocused, onStep, onChange }: LineBoxProps) {
	const box = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (isWanted) box.current?.focus();
	}, [isWanted]);
	return (
		<Checkbox
			ref={box}
			aria-label={t("file.importLine", { line })}
			checked={isTaken}
			disabled={isLocked}
			tabIndex={isTabStop ? 0 : -1}
			onFocus={onFocused}
			onKeyDown={(event) => {
				if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
				event.preventDefault();
				onStep(event.key === "ArrowDown" ? 1 : -1);
			}}
			onChange={({ currentTarget: { checked } }) => onChange(checked)}
		/>
	);
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
			<Select
				size="xs"
				aria-label={t("file.columnHolds", { title })}
				data={[
					{ value: "", label: t("file.ignore") },
					...known.map((each) => ({ value: each as string, label: targetTitles[each] })), // the list holds any text
				]}
				disabled={onTarget === null}
				value={target ?? ""}
				onChange={(value) => onTarget?.(known.find((each) => each === value) ?? null)}
			/>
		</th>
	);
}

type MissingColumnsProps<Target extends string> = Pick<PreviewTableProps<Target>, "lines" | "targets" | "targetTitles">;

function MissingColumns<Target extends string>({ lines, targets, targetTitles }: MissingColumnsProps<Target>) {
	const missing = targetsOf(targetTitles).filter(
		(target) => !targets.includes(target) && lines.some(({ errors }) => errors[target] !== undefined),
	);
	if (missing.length === 0) return null;
	return (
		<p className={classes.nothing} role="status">
			{missing.map((target) => t("file.noColumn", { target: targetTitles[target] })).join(" ")}
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
