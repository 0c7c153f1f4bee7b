import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { toast } from "sonner";
import * as z from "zod/mini";
import type { DerivedDefinition, DerivedKind } from "../../../shared/device/derived/definition";
import type { AddDerivedChannel } from "../../../shared/device/derived/inputs";
import type { DerivedRole } from "../../../shared/device/derived/kind";
import { definitionProblems, derivedKindOf } from "../../../shared/device/derived/registry";
import type { ChannelLatest, Device } from "../../../shared/device/device";
import { ChannelName, channelNameKey } from "../../../shared/device/device-terms";
import { quantityInSentence } from "../../../shared/formats/quantity-titles";
import { trpcClient } from "../../api/trpc";
import { comma } from "../../base/comma-list";
import { useEntityForm } from "../../forms/entity-form";
import { Dialog } from "../../ui/feedback/dialog";
import { Callout } from "../../ui/feedback/notes";
import { FormButtons, FormFailure, PlainButton } from "../../ui/form/buttons";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/device";
import { refreshDevices } from "../device-changes";
import { CounterSeen } from "./counter-seen";
import classes from "./derived.module.css";
import { KindField, OptionFields, PairingFields, RoleFields } from "./derived-fields";
import { DerivedPreviewPart } from "./derived-preview";
import {
	alikeChannels,
	type DerivedValues,
	definitionOf,
	fieldOfPath,
	fittingChannels,
	formKinds,
	freeName,
	isTolerance,
	missingText,
	pairingFor,
	pairingQuery,
	toleranceText,
	valuesOfChannel,
	valuesOfKind,
} from "./derived-values";

type DerivedDialogProps = {
	device: Device;
	channel: ChannelLatest | null;
	isOpen: boolean;
	onClose: () => void;
};

export function DerivedDialog({ device, channel, isOpen, onClose }: DerivedDialogProps) {
	const kinds = formKinds.filter((kind) => missingText(kind, device.channels) === null);
	const [first] = kinds;
	const initial =
		channel?.derived !== undefined
			? valuesOfChannel(channel, channel.derived)
			: first === undefined
				? null
				: valuesOfKind(first, device.channels);
	return (
		<Dialog
			isForm
			isOpen={isOpen}
			onClose={onClose}
			size={600}
			title={channel ? t("edit.name", { name: channel.name }) : t("derived.add")}
		>
			{initial ? (
				<DerivedForm device={device} channel={channel} initial={initial} onClose={onClose} />
			) : (
				<NothingPossible device={device} onClose={onClose} />
			)}
		</Dialog>
	);
}

function NothingPossible({ device, onClose }: { device: Device; onClose: () => void }) {
	return (
		<div className={layout.fields}>
			<p className={layout.wrappedNote}>{t("derived.nothing", { device: device.name })}</p>
			<ul className={classes.uses}>
				{formKinds.map((kind) => (
					<li key={kind}>
						{t("derived.impossible", {
							kind: derivedKindOf({ kind }).title,
							reason: missingText(kind, device.channels) ?? "",
						})}
					</li>
				))}
			</ul>
			<div>
				<PlainButton onClick={onClose}>{t("close")}</PlainButton>
			</div>
		</div>
	);
}

type DerivedFormProps = {
	device: Device;
	channel: ChannelLatest | null;
	initial: DerivedValues;
	onClose: () => void;
};

function DerivedForm({ device, channel, initial, onClose }: DerivedFormProps) {
	const { channels } = device;
	const others = channels.filter(({ id }) => id !== channel?.id);
	const basics = { deviceId: device.id, version: device.version };
	const typedDefinition = useRef(definitionOf(initial));
	const { form, formProps, isSaving, failure } = useEntityForm<DerivedValues, AddDerivedChannel, Device>({
		initialValues: initial,
		schema: inputSchema(others),
		toInput: (values) => {
			typedDefinition.current = definitionOf(values);
			return { ...basics, name: values.name.trim(), definition: typedDefinition.current };
		},
		fieldOf: (path) => fieldOfPath(path, typedDefinition.current),
		save: async ({ name }) => {
			const values = form.getValues();
			const definition = definitionOf(values, await pairingFor(device.id, values));
			if (!channel) return trpcClient.device.addDerivedChannel.mutate({ ...basics, name, definition });
			const { version } = basics;
			return trpcClient.device.changeDerivedChannel.mutate({ channelId: channel.id, version, name, definition });
		},
		isCreation: channel === null,
		onSaved: () => {
			toast.success(
				channel
					? t("derived.saved", { name: form.getValues().name.trim() })
					: t("derived.added", { name: form.getValues().name.trim() }),
			);
			onClose();
			void refreshDevices();
		},
		onRejected: ({ reason }) => {
			// A second press then sends the present version.
			if (reason === "CHANGED_MEANWHILE") void refreshDevices();
			return false;
		},
	});
	const { values, errors } = form;
	const pairing = useQuery(pairingQuery(device.id, definitionOf(values))).data;
	const typed = definitionOf(values, pairing);
	const isComplete = Object.keys(definitionProblems(typed, others)).length === 0 && isTolerance(typed.toleranceSeconds);
	const change = (changed: Partial<DerivedValues>) => {
		form.setValues(changed);
		form.clearErrors();
	};
	const choose = (kind: DerivedKind) => {
		const isProposed = values.name === freeName(derivedKindOf(values).title, others);
		change(valuesOfKind(kind, others, isProposed ? undefined : values.name));
	};
	const fitting = (role: DerivedRole) => fittingChannels(role, others, typed.sources[0]?.channelId ?? "");
	const isPaired = typed.sources.length > 1;
	return (
		<form {...formProps} className={layout.fields}>
			{channel === null && (
				<KindField kind={values.kind} missing={(kind) => missingText(kind, others)} onChange={choose} />
			)}
			<div className={classes.pair}>
				{derivedKindOf(values).roles.map((role) => (
					<RoleFields
						key={`${values.kind} ${role.name}`}
						role={role}
						chosen={values.sources[role.name] ?? []}
						offered={fitting(role).map(({ id }) => id)}
						onChange={(ids) => change({ sources: { ...values.sources, [role.name]: ids } })}
						field={({ index, ...field }) => (
							<SourceField
								{...field}
								role={role}
								channels={fitting(role)}
								error={errors[`sources.${role.name}.${index}`]}
							/>
						)}
					/>
				))}
				<OptionFields
					kind={values.kind}
					sourceUnit={channels.find(({ id }) => id === typed.sources[0]?.channelId)?.unit ?? ""}
					options={values.options}
					errorOf={(field) => errors[`options.${field}`]}
					onChange={(options) => change({ options })}
				/>
			</div>
			{values.kind === "use" && channel === null && (
				<CounterSeen
					channelId={typed.sources[0]?.channelId ?? ""}
					onPropose={(options) => change({ options: { ...values.options, ...options } })}
				/>
			)}
			<TextInput
				label={t("name")}
				value={values.name}
				error={errors.name}
				onChange={({ currentTarget }) => change({ name: currentTarget.value })}
			/>
			{isPaired && (
				<PairingFields
					driver={typed.driver}
					toleranceSeconds={values.toleranceSeconds}
					proposed={pairing?.toleranceSeconds}
					sources={others.filter(({ id }) => typed.sources.some(({ channelId }) => channelId === id))}
					errors={errors}
					onChange={change}
				/>
			)}
			<DerivedPreviewPart device={device} definition={isComplete ? typed : null} />
			{isComplete && <AlsoChosen device={device} definition={typed} ownId={channel?.id ?? null} />}
			<p className={layout.wrappedNote}>{t("derived.sources")}</p>
			<FormFailure failure={failure} />
			<FormButtons label={channel ? t("save") : t("derived.add")} isBusy={isSaving} onCancel={onClose} />
		</form>
	);
}

function inputSchema(others: ChannelLatest[]) {
	const taken = new Set(others.map(({ name }) => channelNameKey(name)));
	return z.custom<AddDerivedChannel>().check(({ value, issues }) => {
		const add = (path: string, message: string) =>
			issues.push({ code: "custom", path: path.split("."), message, input: value });
		const name = ChannelName.safeParse(value.name);
		if (!name.success) add("name", name.error.issues[0]?.message ?? t("derived.nameMissing"));
		else if (taken.has(channelNameKey(name.data))) add("name", t("derived.nameTaken"));
		const { definition } = value;
		for (const [path, message] of Object.entries(definitionProblems(definition, others)))
			add(`definition.${path}`, isUnchosen(path, definition) ? t("derived.channelMissing") : message);
		if (!isTolerance(definition.toleranceSeconds)) add("definition.toleranceSeconds", toleranceText);
	});
}

function isUnchosen(path: string, { sources }: DerivedDefinition): boolean {
	const [first, index] = path.split(".");
	return first === "sources" && sources[Number(index)]?.channelId === "";
}

type SourceFieldProps = {
	role: DerivedRole;
	label: string;
	value: string;
	channels: { id: string; name: string; unit: string }[];
	error: ReactNode;
	onChange: (channelId: string) => void;
};

function SourceField({ role: { isOptional }, label, value, channels, error, onChange }: SourceFieldProps) {
	const data = channels.map(({ id, name, unit }) => ({ value: id, label: unit === "" ? name : `${name} (${unit})` }));
	return (
		<Select
			label={label}
			placeholder={t("derived.chooseChannel")}
			{...useSteadyOptions(isOptional ? [{ value: "", label: t("derived.noSource") }, ...data] : data)}
			value={isOptional ? value : value || null}
			error={error}
			onChange={onChange}
		/>
	);
}

type AlsoChosenProps = { device: Device; definition: DerivedDefinition; ownId: string | null };

/** Rules and reports without a channel's name choose by quantity and unit. */
function AlsoChosen({ device, definition, ownId }: AlsoChosenProps) {
	const sources = definition.sources.flatMap(
		({ channelId }) => device.channels.find(({ id }) => id === channelId) ?? [],
	);
	const { quantity, unit } = derivedKindOf(definition).channelOf(sources, definition.options);
	const alike = alikeChannels({ quantity, unit }, device.channels, ownId);
	if (alike.length === 0) return null;
	const what = `${quantityInSentence(quantity)}${unit === "" ? "" : ` (${unit})`}`;
	return (
		<Callout tone="brand">
			{t("derived.alike", { quantity: what, channels: alike.map(({ name }) => name).join(comma) })}
		</Callout>
	);
}
