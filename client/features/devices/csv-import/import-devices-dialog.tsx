import { Button, Checkbox, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { limits } from "../../../../shared/base/limits";
import type { CreateDevice } from "../../../../shared/device/device-inputs";
import type { GroupListRow } from "../../../../shared/device/group";
import { archivedDeviceList, deviceList } from "../../../api/device-list";
import { trpc, trpcClient } from "../../../api/trpc";
import { pageLanguage } from "../../../base/page-language";
import { standardOffsetMinutes } from "../../../entities/clock-labels";
import { ClockInputs } from "../../../forms/clock-inputs";
import type { LineOutcomes } from "../../../forms/file-import/creation-calls";
import classes from "../../../forms/file-import/import.module.css";
import { ImportDialog, type PreviewFrame } from "../../../forms/file-import/import-dialog";
import { PreviewStep } from "../../../forms/file-import/preview-step";
import { useFileLines } from "../../../forms/file-import/use-file-lines";
import { useLineImport } from "../../../forms/file-import/use-line-import";
import { clockOf, type TypedClock, typedClockOf } from "../../../forms/typed-setting";
import { countText } from "../../../ui/format";
import layout from "../../../ui/layout/layouts.module.css";
import { csvText, downloadText } from "../../../ui/table/export-csv";
import { viewerZone } from "../../../ui/time/time-display";
import { t } from "../../../words/made/devices";
import { deviceFile } from "./column-targets";
import { deviceRules, unknownGroups } from "./device-rules";
import { parseChannels, unknownUnits } from "./line-cells";

type ImportDevicesDialogProps = {
	isOpen: boolean;
	onClose: () => void;
	groups: GroupListRow[];
};

export function ImportDevicesDialog({ isOpen, onClose, groups }: ImportDevicesDialogProps) {
	return (
		<ImportDialog list={deviceFile} isOpen={isOpen} onClose={onClose} isHistoryEntry>
			{(frame) => <DevicePreview {...frame} groups={groups} />}
		</ImportDialog>
	);
}

const checkDelayMs = 300;

function DevicePreview({ file, groups, ...frame }: PreviewFrame & { groups: GroupListRow[] }) {
	const takenSerials = useTakenSerials();
	const [now] = useState(Date.now);
	const fileLines = useFileLines(deviceFile, file);
	const [isLeavingGroupsOut, setIsLeavingGroupsOut] = useState(false);
	const [defaults, setDefaults] = useState<LineDefaults>({
		clock: typedClockOf({ timeZoneRule: 2, timezoneOffset: standardOffsetMinutes(viewerZone, now) }),
		channels: "Temperature:temperature:°C",
	});
	const [debouncedDefaults] = useDebouncedValue(defaults, checkDelayMs);
	const [savedKeys, setSavedKeys] = useState(0);
	const importer = useDeviceImport();
	const { targets, taken, titles } = fileLines;
	const altitudeTitle = titles[targets.indexOf("altitude")] ?? "";

	const units = useMemo(() => {
		const column = targets.indexOf("channels");
		return unknownUnits(new Set(taken.map(({ cells }) => cells[column] || defaults.channels)));
	}, [taken, targets, defaults.channels]);
	const unknown = useMemo(() => unknownGroups(taken, { targets, groups }), [taken, targets, groups]);
	const rules = useMemo(() => {
		const { channels } = debouncedDefaults;
		const clock = clockOf(debouncedDefaults.clock);
		return deviceRules({ targets, groups, takenSerials, altitudeTitle, clock, channels, isLeavingGroupsOut, now });
	}, [targets, groups, takenSerials, altitudeTitle, debouncedDefaults, isLeavingGroupsOut, now]);
	const keys = keysOf(importer.outcomes).length;
	return (
		<PreviewStep
			{...frame}
			list={deviceFile}
			fileLines={fileLines}
			rules={rules}
			importer={importer}
			isBehind={debouncedDefaults !== defaults}
			settings={<LineDefaultFields defaults={defaults} onChange={setDefaults} />}
			notes={
				<>
					{unknown.length > 0 && (
						<div className={classes.note}>
							<span>{groupText(unknown)}</span>
							<Checkbox
								label={t("file.leaveGroupsOut")}
								checked={isLeavingGroupsOut}
								onChange={({ currentTarget: { checked } }) => setIsLeavingGroupsOut(checked)}
							/>
						</div>
					)}
					{units.length > 0 && <p className={classes.help}>{unitText(units)}</p>}
				</>
			}
			aboutAdded={
				<DeviceKeys outcomes={importer.outcomes} areSaved={savedKeys >= keys} onSaved={() => setSavedKeys(keys)} />
			}
			unsaved={keys > savedKeys ? unsavedKeys : null}
		/>
	);
}

const unsavedKeys = {
	name: t("file.unsavedKeys"),
	question: t("file.unsavedKeys.leave"),
};

const factsOf = (name: string, serialNumber: string | null | undefined) =>
	JSON.stringify([name.trim(), serialNumber?.trim() ?? null]);

export function useDeviceImport() {
	const queryClient = useQueryClient();
	return useLineImport<CreateDevice>({
		mostPerCall: limits.devicesPerCreation,
		create: (devices) => trpcClient.device.createDevices.mutate({ devices }),
		getExisting: async () => {
			const devices = await trpcClient.device.getDevices.query();
			return devices.map(({ id, name, serialNumber }) => ({ id, facts: factsOf(name, serialNumber) }));
		},
		factsOf: ({ name, serialNumber }) => factsOf(name, serialNumber),
		refresh: () => queryClient.invalidateQueries(trpc.device.pathFilter()),
	});
}

const none: string[] = [];

/** Includes archived devices. Fixed when the file opens: an added line must not collide with its own serial number. */
function useTakenSerials(): string[] {
	const [serials, setSerials] = useState<string[] | null>(null);
	const [current, archived] = useQueries({
		queries: [deviceList(), archivedDeviceList()],
	});
	if (serials === null && current.data && archived.data) {
		setSerials([...current.data, ...archived.data].flatMap(({ serialNumber }) => serialNumber ?? []));
	}
	return serials ?? none;
}

function keysOf(outcomes: LineOutcomes<CreateDevice>) {
	return [...outcomes.values()].flatMap((outcome) =>
		outcome.kind === "added" && outcome.key !== null ? [{ ...outcome, key: outcome.key }] : [],
	);
}

export function keysCsv(outcomes: LineOutcomes<CreateDevice>): string {
	const body = keysOf(outcomes).map(({ input, id, key }) => [
		input.name.trim(),
		input.serialNumber?.trim() ?? null,
		id,
		key,
	]);
	return csvText([["Name", "Serial number", "Device id", "Key"], ...body]);
}

type DeviceKeysProps = { outcomes: LineOutcomes<CreateDevice>; areSaved: boolean; onSaved: () => void };

function DeviceKeys({ outcomes, areSaved, onSaved }: DeviceKeysProps) {
	const keys = keysOf(outcomes).length;
	const lost = [...outcomes.values()].filter((outcome) => outcome.kind === "added" && outcome.key === null).length;
	const save = () => {
		downloadText("device-keys.csv", keysCsv(outcomes));
		onSaved();
	};
	return (
		<>
			{keys > 0 && <p>{t("file.keys")}</p>}
			{lost > 0 && <p>{t("file.keysLost", { count: lost })}</p>}
			{keys > 0 && (
				<div className={classes.bar}>
					<Button
						variant={areSaved ? "default" : "filled"}
						leftSection={<IconDownload size={17} stroke={1.7} />}
						onClick={save}
					>
						{t("file.download", { count: keys })}
					</Button>
				</div>
			)}
		</>
	);
}

function unitText(units: string[]): string {
	const named = units.slice(0, shownGroups).map((unit) => t("file.quoted", { text: unit }));
	return t("file.units", { units: allOf.format(named) });
}

const shownGroups = 5;
const allOf = new Intl.ListFormat(pageLanguage);

function groupText(unknown: string[]): string {
	const named = unknown.slice(0, shownGroups).map((name) => t("file.quoted", { text: name }));
	const more = unknown.length - named.length;
	const groups = allOf.format(more > 0 ? [...named, t("file.moreGroups", { count: countText(more) })] : named);
	return t("file.unknownGroups", { count: unknown.length, groups });
}

type LineDefaults = { clock: TypedClock; channels: string };

type LineDefaultFieldsProps = { defaults: LineDefaults; onChange: (defaults: LineDefaults) => void };

function LineDefaultFields({ defaults, onChange }: LineDefaultFieldsProps) {
	const channels = parseChannels(defaults.channels);
	return (
		<fieldset className={`${layout.fieldset} ${classes.group}`}>
			<legend>{t("file.defaults")}</legend>
			<div className={classes.settings}>
				<ClockInputs
					ruleLabel={t("file.clockMode")}
					value={defaults.clock}
					inherited={t("clock.fromGroup")}
					onChange={(clock) => onChange({ ...defaults, clock })}
				/>
				<TextInput
					label={t("channels")}
					value={defaults.channels}
					error={"error" in channels ? channels.error : undefined}
					onChange={({ currentTarget: { value } }) => onChange({ ...defaults, channels: value })}
				/>
			</div>
			<p className={classes.help}>{t("file.clock.text")}</p>
		</fieldset>
	);
}
