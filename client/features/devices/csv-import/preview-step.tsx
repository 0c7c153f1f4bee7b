import { Button, Checkbox, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { GroupListRow } from "../../../../shared/group";
import { standardOffsetMinutes } from "../../../entities/clock-labels";
import { ClockInputs } from "../../../forms/clock-inputs";
import type { CsvFile } from "../../../forms/file-import/csv-file";
import { columnCountOf, columnTitles, withTarget } from "../../../forms/file-import/file-columns";
import { PreviewTable } from "../../../forms/file-import/preview-table";
import { clockOf, type TypedClock, typedClockOf } from "../../../forms/typed-setting";
import { DialogStep } from "../../../ui/feedback/dialog-step";
import { FormFailure } from "../../../ui/form/buttons";
import { LeaveQuestion } from "../../../ui/form/leave-question";
import { countOf } from "../../../ui/format";
import { viewerZone } from "../../../ui/time/time-display";
import { type CheckedLine, checkLines, errorsByTarget, unknownGroups } from "./check-lines";
import { isHeader, targetsFromHeader, targetsWithoutHeader, targetTitles } from "./column-targets";
import type { LineOutcome } from "./creation-calls";
import classes from "./device-import.module.css";
import { ImportResult } from "./import-result";
import { parseChannels } from "./line-cells";
import { useDeviceImport, useTakenSerials } from "./use-device-import";

type PreviewStepProps = {
	file: CsvFile;
	groups: GroupListRow[];
	onBack: () => void;
	onClose: () => void;
};

const checkDelayMs = 300;

export function PreviewStep({ file, groups, onBack, onClose }: PreviewStepProps) {
	const takenSerials = useTakenSerials();
	const [now] = useState(Date.now);
	const [hasHeader, setHasHeader] = useState(() => isHeader(file.lines[0]));
	const [targets, setTargets] = useState(() => firstTargets(file, hasHeader));
	const [isLeavingGroupsOut, setIsLeavingGroupsOut] = useState(false);
	const [isOnlyErrors, setIsOnlyErrors] = useState(false);
	const [defaults, setDefaults] = useState<LineDefaults>({
		clock: typedClockOf({ timeZoneRule: 2, timezoneOffset: standardOffsetMinutes(viewerZone, now) }),
		channels: "Temperature:temperature:°C",
	});
	const [debouncedDefaults] = useDebouncedValue(defaults, checkDelayMs);
	const [savedKeys, setSavedKeys] = useState(0);
	const { outcomes, progress, failure, isStopRequested, start, stop } = useDeviceImport();

	const lines = useMemo(() => (hasHeader ? file.lines.slice(1) : file.lines), [file, hasHeader]);
	const unknown = useMemo(() => unknownGroups(lines, { targets, groups }), [lines, targets, groups]);
	const checked = useMemo(() => {
		const { channels } = debouncedDefaults;
		const clock = clockOf(debouncedDefaults.clock);
		return checkLines(lines, { targets, groups, takenSerials, clock, channels, isLeavingGroupsOut, now });
	}, [lines, targets, groups, takenSerials, debouncedDefaults, isLeavingGroupsOut, now]);
	const open = useMemo(() => checked.flatMap((line) => openLine(line, outcomes.get(line.line))), [checked, outcomes]);
	const refused = open.filter(({ device }) => device === null);
	const good = open.flatMap(({ line, device }) => (device ? [{ line, device }] : []));
	const keys = [...outcomes.values()].filter((outcome) => outcome.kind === "added" && outcome.key !== null).length;
	const isRunning = progress !== null;
	const isBehind = debouncedDefaults !== defaults;
	const hasStarted = outcomes.size > 0 || isRunning;
	const titles = columnTitles(hasHeader ? (file.lines[0]?.cells ?? []) : null, targets, targetTitles);

	const changeHeader = (isThere: boolean) => {
		setHasHeader(isThere);
		setTargets(firstTargets(file, isThere));
	};
	return (
		<DialogStep
			buttons={
				<>
					{!hasStarted && (
						<Button variant="subtle" onClick={onBack}>
							Choose another file
						</Button>
					)}
					<Button variant="default" onClick={onClose}>
						Close
					</Button>
					{(good.length > 0 || !hasStarted) && (
						<Button loading={isRunning} disabled={good.length === 0 || isBehind} onClick={() => start(good)}>
							{hasStarted ? `Go on with ${countOf(good.length, "device")}` : `Add ${countOf(good.length, "device")}`}
						</Button>
					)}
				</>
			}
		>
			<div className={classes.bar}>
				<b>{file.name}</b>
				<span className={classes.soft}>{countOf(lines.length, "line")}</span>
				{refused.length > 0 && <span className={classes.bad}>{countOf(refused.length, "line")} with errors</span>}
				<Checkbox
					ml="auto"
					label="The first line is a header"
					checked={hasHeader}
					disabled={hasStarted}
					onChange={({ currentTarget: { checked: isThere } }) => changeHeader(isThere)}
				/>
			</div>
			{hasStarted && !isRunning && (
				<ImportResult
					outcomes={outcomes}
					refused={refused}
					leftCount={good.filter(({ line }) => !outcomes.has(line)).length}
					titles={titles}
					savedKeys={savedKeys}
					onKeysSaved={() => setSavedKeys(keys)}
				/>
			)}
			{!hasStarted && <LineDefaultFields defaults={defaults} onChange={setDefaults} />}
			{unknown.length > 0 && !isRunning && (
				<div className={classes.note}>
					<span>{groupText(unknown)}</span>
					<Checkbox
						label="Leave these groups out"
						checked={isLeavingGroupsOut}
						onChange={({ currentTarget: { checked: isLeft } }) => setIsLeavingGroupsOut(isLeft)}
					/>
				</div>
			)}
			<div className={classes.bar}>
				<Checkbox
					label={`Only lines with errors (${refused.length.toLocaleString("en-US")})`}
					checked={isOnlyErrors}
					onChange={({ currentTarget: { checked: isOnly } }) => setIsOnlyErrors(isOnly)}
				/>
			</div>
			<PreviewTable
				lines={isOnlyErrors ? refused : open}
				titles={titles}
				targetTitles={targetTitles}
				targets={targets}
				onTarget={hasStarted ? null : (column, target) => setTargets(withTarget(targets, column, target))}
			/>
			{progress && <ImportProgress {...progress} isStopping={isStopRequested} onStop={stop} />}
			<FormFailure failure={failure && `${failure} Nothing is lost: go on when you like.`} />
			<LeaveQuestion
				isDirty={isRunning || keys > savedKeys}
				name="Unsaved keys"
				question={
					isRunning
						? "Devices are still being added. Leave and stop?"
						: "The keys of the new devices are not downloaded yet, and cannot be shown again. Leave without them?"
				}
			/>
		</DialogStep>
	);
}

function firstTargets(file: CsvFile, hasHeader: boolean) {
	const columnCount = columnCountOf(file.lines);
	const heading = Array.from({ length: columnCount }, (_, column) => file.lines[0]?.cells[column] ?? "");
	return hasHeader ? targetsFromHeader(heading) : targetsWithoutHeader(columnCount);
}

function openLine(line: CheckedLine, outcome: LineOutcome | undefined): CheckedLine[] {
	if (outcome?.kind === "added") return [];
	if (outcome?.kind !== "refused") return [line];
	return [{ ...line, errors: { ...line.errors, ...errorsByTarget(outcome.fields) }, device: null }];
}

const shownGroups = 5;
const allOf = new Intl.ListFormat("en");

function groupText(unknown: string[]): string {
	const named = unknown.slice(0, shownGroups).map((name) => `“${name}”`);
	const more = unknown.length - named.length;
	const words = allOf.format(more > 0 ? [...named, `${more.toLocaleString("en-US")} more`] : named);
	return `There ${unknown.length === 1 ? "is no group" : "are no groups"} ${words}. Create ${unknown.length === 1 ? "it" : "them"} first, or leave ${unknown.length === 1 ? "it" : "them"} out.`;
}

type LineDefaults = { clock: TypedClock; channels: string };

type LineDefaultFieldsProps = { defaults: LineDefaults; onChange: (defaults: LineDefaults) => void };

function LineDefaultFields({ defaults, onChange }: LineDefaultFieldsProps) {
	const channels = parseChannels(defaults.channels);
	return (
		<fieldset className={classes.group}>
			<legend>Defaults for empty cells</legend>
			<div className={classes.settings}>
				<ClockInputs
					ruleLabel="Clock mode"
					value={defaults.clock}
					inherited="From the group, or the default"
					onChange={(clock) => onChange({ ...defaults, clock })}
				/>
				<TextInput
					label="Channels"
					value={defaults.channels}
					error={"error" in channels ? channels.error : undefined}
					onChange={({ currentTarget: { value } }) => onChange({ ...defaults, channels: value })}
				/>
			</div>
			<p className={classes.help}>Where the clock cell is empty, a device takes the clock of its group.</p>
		</fieldset>
	);
}

type ImportProgressProps = { done: number; total: number; isStopping: boolean; onStop: () => void };

/** Stopping waits for the call under way, so that none of its keys is lost. */
function ImportProgress({ done, total, isStopping, onStop }: ImportProgressProps) {
	return (
		<div className={classes.progress}>
			<progress aria-label="Devices added" value={done} max={total} />
			<span>
				{done.toLocaleString("en-US")} of {total.toLocaleString("en-US")}
			</span>
			<Button
				variant="default"
				size="compact-md"
				// Not `disabled`, which would take the keyboard focus away.
				data-disabled={isStopping || undefined}
				aria-disabled={isStopping || undefined}
				onClick={isStopping ? undefined : onStop}
			>
				Stop
			</Button>
			<span role="status" className={classes.stopping}>
				{isStopping && "Stopping as soon as the devices already sent are added."}
			</span>
		</div>
	);
}
