import { Autocomplete, Button, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import type { DerivedDefinition, DerivedKind } from "../../../shared/device/derived/definition";
import type { AddDerivedChannels, AddedDerivedChannels } from "../../../shared/device/derived/inputs";
import { definitionProblems, derivedKindOf } from "../../../shared/device/derived/registry";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import type { Undone } from "../../../shared/device/device-inputs";
import { shownReading } from "../../../shared/device/device-reading";
import { ChannelName, channelNameKey } from "../../../shared/device/device-terms";
import { errorSentence } from "../../../shared/errors/error-sentence";
import { sentenceFor } from "../../api/api-error";
import { deviceBy } from "../../api/queries";
import { queryClient } from "../../api/query-client";
import { trpcClient } from "../../api/trpc";
import { useEntityForm } from "../../forms/entity-form";
import { NamedThings } from "../../forms/typed-confirmation";
import { Callout } from "../../ui/feedback/notes";
import { ButtonRow, FormButtons, FormFailure } from "../../ui/form/buttons";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/device";
import type { ActionProps } from "../action-form";
import { type ActedDevice, refreshDevices, undoChange } from "../device-changes";
import classes from "./derived.module.css";
import { KindField, OptionFields, PairingFields, RoleFields } from "./derived-fields";
import { DerivedPreviewPart } from "./derived-preview";
import {
	type DerivedValues,
	definitionOf,
	fieldOfPath,
	formKinds,
	freeName,
	isTolerance,
	type Measuring,
	missingText,
	pairingFor,
	pairingQuery,
	toleranceText,
	valuesOfKind,
} from "./derived-values";

/** Sources by name: the devices' channels have names in common, not ids. */
export function DerivedForMany({ devices, onClose }: ActionProps) {
	const [added, setAdded] = useState<AddedDerivedChannels | null>(null);
	const channels = useMemo(() => namedChannels(devices), [devices]);
	const [sample] = devices;
	if (!sample) return null;
	if (added) return <Result added={added} onClose={onClose} />;
	return <Form devices={devices} sample={sample} channels={channels} onClose={onClose} onAdded={setAdded} />;
}

type NamedChannel = Measuring & { devices: number };

/** The channels that the list shows, once for each name, the most frequent first. The name is the id. */
export function namedChannels(devices: readonly Partial<Pick<DeviceListRow, "latest">>[]): NamedChannel[] {
	const found = new Map<string, NamedChannel>();
	const listed = devices.flatMap(({ latest = [] }) => latest.map(shownReading));
	for (const { name, quantity, unit, decimals, isDerived } of listed) {
		if (isDerived) continue;
		const key = channelNameKey(name);
		const known = found.get(key) ?? { id: name, name, quantity, unit, decimals, devices: 0 };
		found.set(key, { ...known, devices: known.devices + 1 });
	}
	return [...found.values()].sort((one, other) => other.devices - one.devices);
}

type FormProps = ActionProps & {
	/** The device whose readings propose the pairing, and make the preview. */
	sample: ActedDevice;
	channels: NamedChannel[];
	onAdded: (added: AddedDerivedChannels) => void;
};

const usualToleranceSeconds = 60;

function Form({ devices, sample, channels, onClose, onAdded }: FormProps) {
	const first = formKinds.find((kind) => missingText(kind, channels) === null) ?? "dewPoint";
	const typed = useRef<DerivedDefinition | null>(null);
	const { form, formProps, isSaving, failure } = useEntityForm<DerivedValues, AddDerivedChannels, AddedDerivedChannels>(
		{
			initialValues: valuesOfKind(first, channels),
			schema: inputSchema,
			toInput: (values) => {
				typed.current = definitionOf(values);
				return inputOf(values, devices, typed.current);
			},
			fieldOf: (path) => typed.current && fieldOfPath(path, typed.current),
			save: async ({ name }): Promise<AddedDerivedChannels> => {
				const values: DerivedValues = { ...form.getValues(), name };
				return trpcClient.device.addDerivedChannels.mutate(inputOf(values, devices, await pairedOn(sample.id, values)));
			},
			isCreation: true,
			onSaved: (made) => {
				onAdded(made);
				void refreshDevices();
			},
		},
	);
	const { values, errors } = form;
	const device = useQuery(deviceBy(sample.id)).data;
	const onSample = device && definitionOf(idsOn(device, values));
	const pairing = useQuery(pairingQuery(sample.id, onSample ?? { sources: [] })).data;
	const shown = device && definitionOf(idsOn(device, values), pairing);
	const isShown = device && shown && Object.keys(definitionProblems(shown, device.channels)).length === 0;
	const change = (changed: Partial<DerivedValues>) => {
		form.setValues(changed);
		form.clearErrors();
	};
	const choose = (kind: DerivedKind) => {
		const isProposed = values.name === freeName(derivedKindOf(values).title, []);
		change(valuesOfKind(kind, channels, isProposed ? undefined : values.name));
	};
	const total = devices.length;
	const names = definitionOf(values).sources.map(({ channelId }) => channelId);
	const proposedDriver = device?.channels.find(({ id }) => id === pairing?.driver)?.name;
	return (
		<form {...formProps} className={layout.fields}>
			<NamedThings names={devices.map(({ name }) => name)} />
			<KindField kind={values.kind} missing={(kind) => missingText(kind, channels)} onChange={choose} />
			<div className={classes.pair}>
				{derivedKindOf(values).roles.map((role) => (
					<RoleFields
						key={`${values.kind} ${role.name}`}
						role={role}
						chosen={values.sources[role.name] ?? []}
						offered={channels.map(({ name }) => name)}
						onChange={(chosen) => change({ sources: { ...values.sources, [role.name]: chosen } })}
						field={({ index, label, value, onChange }) => (
							<Autocomplete
								label={label}
								placeholder={t("derived.channelName")}
								data={channels.map(({ name }) => name)}
								renderOption={({ option }) => optionText(option.value, channels, total)}
								value={value}
								error={errors[`sources.${role.name}.${index}`]}
								onChange={onChange}
							/>
						)}
					/>
				))}
				<OptionFields
					kind={values.kind}
					sourceUnit=""
					options={values.options}
					errorOf={(field) => errors[`options.${field}`]}
					onChange={(options) => change({ options })}
				/>
			</div>
			<TextInput
				label={t("name")}
				value={values.name}
				error={errors.name}
				onChange={({ currentTarget }) => change({ name: currentTarget.value })}
			/>
			{names.length > 1 && (
				<PairingFields
					driver={names.find((name) => name === values.driver) ?? proposedDriver ?? names[0] ?? ""}
					toleranceSeconds={values.toleranceSeconds}
					proposed={pairing?.toleranceSeconds ?? usualToleranceSeconds}
					sources={[...new Set(names)].flatMap((name) => (name === "" ? [] : { id: name, name }))}
					errors={errors}
					onChange={change}
				/>
			)}
			{isShown ? (
				<DerivedPreviewPart
					device={device}
					definition={shown}
					title={t("derived.previewOn", { device: sample.name })}
				/>
			) : (
				device && <p className={layout.wrappedNote}>{t("derived.noPreview", { device: sample.name })}</p>
			)}
			<p className={layout.wrappedNote}>{t("derived.forMany.text")}</p>
			<FormFailure failure={failure} />
			<FormButtons label={t("derived.addTo", { count: total })} isBusy={isSaving} onCancel={onClose} />
		</form>
	);
}

function optionText(name: string, channels: readonly NamedChannel[], total: number): string {
	const count = channels.find((channel) => channel.name === name)?.devices ?? 0;
	return t("derived.onDevices", { name, count, total });
}

/** The values with the ids of the device's channels in place of names. Empty: it has no such channel. */
function idsOn({ channels }: Device, values: DerivedValues): DerivedValues {
	const idOf = (name: string) =>
		channels.find((channel) => channelNameKey(channel.name) === channelNameKey(name.trim()))?.id ?? "";
	const sources = Object.entries(values.sources).map(([role, names]) => [role, names.map(idOf)] as const);
	return { ...values, sources: Object.fromEntries(sources), driver: idOf(values.driver) };
}

/** The names that are typed, with the pairing that the sample's readings propose. */
async function pairedOn(sampleId: string, values: DerivedValues): Promise<DerivedDefinition> {
	const definition = definitionOf(values);
	if (definition.sources.length < 2) return definition;
	const device = await queryClient.ensureQueryData(deviceBy(sampleId));
	const pairing = await pairingFor(sampleId, idsOn(device, values));
	const driver = device.channels.find(({ id }) => id === pairing?.driver)?.name ?? definition.driver;
	const toleranceSeconds = pairing?.toleranceSeconds ?? usualToleranceSeconds;
	return definitionOf(values, { driver, toleranceSeconds, pairedShare: null });
}

function inputOf(
	{ name }: DerivedValues,
	devices: ActionProps["devices"],
	{ sources, ...definition }: DerivedDefinition,
): AddDerivedChannels {
	const named = sources.map(({ role, channelId }) => ({ role, channelName: channelId.trim() }));
	return { deviceIds: devices.map(({ id }) => id), name: name.trim(), definition: { ...definition, sources: named } };
}

const inputSchema = z.custom<AddDerivedChannels>().check(({ value, issues }) => {
	const add = (path: string, message: string) =>
		issues.push({ code: "custom", path: path.split("."), message, input: value });
	const { name, definition } = value;
	for (const { message } of ChannelName.safeParse(name).error?.issues ?? []) add("name", message);
	for (const { path, message } of derivedKindOf(definition).readOptions(definition.options).error?.issues ?? [])
		add(`definition.options.${path.join(".")}`, message);
	for (const [index, { channelName }] of definition.sources.entries())
		if (!ChannelName.safeParse(channelName).success) add(`definition.sources.${index}`, t("derived.nameMissing"));
	if (!isTolerance(definition.toleranceSeconds)) add("definition.toleranceSeconds", toleranceText);
});

function Result({ added: { added, skipped, undoId }, onClose }: { added: AddedDerivedChannels; onClose: () => void }) {
	const done = useRef<HTMLButtonElement>(null);
	// The pressed button goes, and its focus with it.
	const undo = useMutation({ mutationFn: undoChange, onSuccess: () => done.current?.focus() });
	return (
		<div className={layout.fields}>
			<div role="status" className={classes.result}>
				{undo.data ? (
					<UndoneResult undone={undo.data} />
				) : (
					<>
						<p>{added === 0 ? t("derived.addedToNone") : t("derived.addedTo", { count: added })}</p>
						{skipped.length > 0 && (
							<Callout tone="warn">
								<p>{t("derived.skipped")}</p>
								<ul className={classes.uses}>
									{skipped.map(({ reason, reasonKey = reason, devices }) => (
										<li key={reason}>
											{t("derived.skippedFor", { count: devices, reason: errorSentence(reasonKey) })}
										</li>
									))}
								</ul>
							</Callout>
						)}
					</>
				)}
			</div>
			<FormFailure failure={undo.error && sentenceFor(undo.error)} />
			<ButtonRow>
				{undoId && !undo.data && (
					<Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(undoId)}>
						{t("derived.undo")}
					</Button>
				)}
				<Button ref={done} data-autofocus onClick={onClose}>
					{t("done")}
				</Button>
			</ButtonRow>
		</div>
	);
}

/** Unlike after other changes, devices keep the value if something needs it. */
function UndoneResult({ undone: { restored, skipped, usedBy = [] } }: { undone: Undone }) {
	return (
		<>
			<p>{restored === 0 ? t("derived.undoneNone") : t("derived.undone", { count: restored })}</p>
			{skipped > 0 && (
				<Callout tone="warn">
					<p>{t("derived.undoneNot", { count: skipped })}</p>
					{usedBy.length > 0 && (
						<ul className={classes.uses}>
							{usedBy.map(({ name, devices }) => (
								<li key={name}>{t("derived.undoneUsed", { name, count: devices })}</li>
							))}
						</ul>
					)}
				</Callout>
			)}
		</>
	);
}
