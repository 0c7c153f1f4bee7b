import { Checkbox, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { limits } from "../../../../shared/base/limits";
import { likelyTimeForm } from "../../../../shared/device/recipe/apply-recipe";
import {
	type HeldMessage,
	PayloadRecipe,
	type RecipeValue,
	SavePayloadRecipe,
	type TimeForm,
} from "../../../../shared/device/recipe/payload-recipe";
import { proposedValue } from "../../../../shared/device/recipe/pick-values";
import { readyRecipes } from "../../../../shared/device/recipe/ready-recipes";
import type { IntegrationKey } from "../../../../shared/ingest/integration-key";
import { parseSentJson } from "../../../../shared/ingest/sent-json";
import { sentenceFor } from "../../../api/api-error";
import { deviceList } from "../../../api/device-list";
import { trpc, trpcClient } from "../../../api/trpc";
import { useEntityForm } from "../../../forms/entity-form";
import { FormButtons, FormFailure, PlainButton } from "../../../ui/form/buttons";
import { Select } from "../../../ui/form/select";
import { useSteadyOptions } from "../../../ui/form/steady-options";
import layout from "../../../ui/layout/layouts.module.css";
import { instantText, shownOffsetMinutes, useTimeDisplayMode } from "../../../ui/time/time-display";
import { t } from "../../../words/made/keys";
import shared from "../integrations.module.css";
import { MessageValues, type Pick } from "./message-values";
import classes from "./recipe-form.module.css";
import { RecipeTrial, type TriedMessage } from "./recipe-trial";

const isNamed = "named";
const ofReceipt = "receipt";

type Values = {
	device: string;
	devicePath: string;
	timeForm: TimeForm | typeof ofReceipt;
	timePath: string;
	hasComma: boolean;
	values: RecipeValue[];
};

type RecipeFormProps = {
	integration: IntegrationKey;
	messages: HeldMessage[];
	/** The version in force; 0: none. */
	replaces: number;
	recipe: PayloadRecipe | null;
	onEnd: () => void;
};

export function RecipeForm({ integration, messages, replaces: seen, recipe, onEnd }: RecipeFormProps) {
	const queryClient = useQueryClient();
	// The version that was in force when the form opened.
	const [replaces] = useState(seen);
	const [chosenId, setChosenId] = useState(messages[0]?.id ?? null);
	const mode = useTimeDisplayMode();
	const tried = triedMessages(messages, (at) => instantText(at, shownOffsetMinutes(at, null, mode), "seconds"));
	const chosen = tried.find(({ id }) => id === chosenId) ?? tried[0] ?? null;
	const devices = useQuery(deviceList());
	const { form, formProps, isSaving, failure } = useEntityForm({
		initialValues: valuesOf(recipe),
		schema: SavePayloadRecipe,
		toInput: (values): SavePayloadRecipe => ({
			keyId: integration.id,
			recipe: recipeOf(values),
			replaces,
			older: null,
		}),
		save: (input) => trpcClient.account.savePayloadRecipe.mutate(input),
		fieldOf,
		onSaved: async ({ version }) => {
			toast.success(t("json.saved", { version }));
			onEnd();
			await Promise.all([
				queryClient.invalidateQueries(trpc.account.getPayloadSource.queryFilter({ keyId: integration.id })),
				queryClient.invalidateQueries(trpc.account.getIntegrationKeys.queryFilter()),
			]);
		},
	});
	const values = form.getValues();
	const parsed = PayloadRecipe.safeParse(recipeOf(values));
	const choices = useSteadyOptions([
		{ value: isNamed, label: t("json.deviceNamed") },
		...(devices.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
	]);
	const pick: Pick = {
		uses: usesOf(values),
		value: (path) => form.setFieldValue("values", [...values.values, proposedValue(path, values.values)]),
		device: (path) => form.setValues({ device: isNamed, devicePath: path }),
		time: (path, sent) => {
			const timeForm = likelyTimeForm(sent, chosen?.receivedAt ?? 0) ?? "iso";
			form.setValues({ timePath: path, timeForm });
		},
		release: (path) => {
			form.setValues({
				values: values.values.filter((each) => each.path !== path),
				...(values.devicePath === path && { devicePath: "" }),
				...(values.timePath === path && { timePath: "", timeForm: ofReceipt }),
			});
		},
	};
	return (
		<form {...formProps} className={layout.column}>
			<div className={classes.top}>
				<Select
					label={t("json.message")}
					data={tried.map(({ id, label }) => ({ value: id, label }))}
					value={chosen?.id ?? null}
					onChange={setChosenId}
					autoFocus
				/>
				<PinButton keyId={integration.id} message={messages.find(({ id }) => id === chosen?.id) ?? null} />
				<Select
					label={t("json.startFrom")}
					placeholder={t("json.startFrom.none")}
					data={readyRecipes.map(({ name }) => name)}
					value={null}
					onChange={(name) => {
						const ready = readyRecipes.find((each) => each.name === name);
						if (!ready) return;
						form.setValues(valuesOf(ready.recipe));
						setChosenId(readyId(name));
					}}
				/>
			</div>
			<div className={classes.columns}>
				<div className={classes.column}>
					<section aria-label={t("json.received")} className={classes.column}>
						<h3 className={shared.heading}>{t("json.received")}</h3>
						<p className={layout.wrappedNote}>{t("json.pickLead")}</p>
						<MessageValues key={chosen?.id} message={chosen} pick={pick} />
					</section>
					<RecipeTrial
						recipe={parsed.success ? parsed.data : null}
						messages={tried.filter(({ id }) => id === chosen?.id || !id.startsWith(readyPrefix))}
						chosen={chosen}
						devices={devices.data ?? null}
						isCreatingDevices={integration.isCreatingDevices}
					/>
				</div>
				<section aria-label={t("json.recipe")} className={classes.column}>
					<h3 className={shared.heading}>{t("json.recipe")}</h3>
					<Select
						label={t("device")}
						{...choices}
						searchable
						{...form.getInputProps("device")}
						error={form.errors.device}
					/>
					{values.device === isNamed && (
						<TextInput
							label={t("json.devicePath")}
							description={t("json.devicePath.help")}
							withAsterisk
							{...form.getInputProps("devicePath")}
						/>
					)}
					<Select label={t("json.time")} data={timeForms} {...form.getInputProps("timeForm")} />
					{values.timeForm !== ofReceipt && (
						<TextInput label={t("json.timePath")} withAsterisk {...form.getInputProps("timePath")} />
					)}
					<Checkbox
						label={t("json.comma")}
						checked={values.hasComma}
						onChange={(event) => form.setFieldValue("hasComma", event.currentTarget.checked)}
					/>
					{values.values.map((_, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name, and its path may be typed
						<fieldset key={index} className={classes.value}>
							<legend>{t("json.value", { number: index + 1 })}</legend>
							<TextInput label={t("json.path")} withAsterisk {...form.getInputProps(`values.${index}.path`)} />
							<TextInput label={t("json.channel")} withAsterisk {...form.getInputProps(`values.${index}.channel`)} />
							<TextInput
								label={t("json.unit")}
								placeholder={t("json.unit.none")}
								{...form.getInputProps(`values.${index}.unit`)}
							/>
							<PlainButton
								size="compact-sm"
								aria-label={t("json.removeValue", { number: index + 1 })}
								onClick={() => form.removeListItem("values", index)}
							>
								{t("json.remove")}
							</PlainButton>
						</fieldset>
					))}
					{form.errors.values && (
						<p role="alert" className={layout.error}>
							{form.errors.values}
						</p>
					)}
					{values.values.length < limits.channelsPerDevice && (
						<PlainButton onClick={() => form.insertListItem("values", { path: "", channel: "", unit: "" })}>
							{t("json.addValue")}
						</PlainButton>
					)}
				</section>
			</div>
			<FormFailure failure={failure} />
			<FormButtons label={t("json.save")} isBusy={isSaving} onCancel={onEnd} />
		</form>
	);
}

const timeForms = [
	{ value: ofReceipt, label: t("json.time.receipt") },
	{ value: "iso", label: t("json.time.iso") },
	{ value: "seconds", label: t("json.time.seconds") },
	{ value: "milliseconds", label: t("json.time.milliseconds") },
] as const;

function PinButton({ keyId, message }: { keyId: string; message: HeldMessage | null }) {
	const queryClient = useQueryClient();
	const pinning = useMutation(
		trpc.account.pinIntegrationMessage.mutationOptions({
			onSuccess: () => queryClient.invalidateQueries(trpc.account.getPayloadSource.queryFilter({ keyId })),
			onError: (error) => toast.error(sentenceFor(error)),
		}),
	);
	if (!message?.body) return null;
	return (
		<PlainButton
			loading={pinning.isPending}
			onClick={() => pinning.mutate({ keyId, messageId: message.id, isPinned: !message.isPinned })}
		>
			{message.isPinned ? t("json.unpin") : t("json.pin")}
		</PlainButton>
	);
}

const readyPrefix = "ready ";
const readyId = (name: string) => `${readyPrefix}${name}`;

/** The stored messages, then the examples. */
function triedMessages(messages: HeldMessage[], timeText: (at: number) => string): TriedMessage[] {
	const held = messages.map(({ id, receivedAt, body, isPinned }): TriedMessage => {
		const time = timeText(receivedAt);
		return { id, receivedAt, body: bodyOf(body), label: isPinned ? t("json.pinned", { time }) : time };
	});
	const examples = readyRecipes.map(({ name, message }): TriedMessage => {
		return { id: readyId(name), receivedAt: Date.now(), body: { sent: message }, label: t("json.example", { name }) };
	});
	return [...held, ...examples];
}

function bodyOf(text: string | null): TriedMessage["body"] {
	if (text === null) return null;
	try {
		return { sent: parseSentJson(text) };
	} catch {
		return null; // hiding a key may have broken it
	}
}

function valuesOf(recipe: PayloadRecipe | null): Values {
	const device = recipe?.device ?? { path: "" };
	return {
		device: "path" in device ? isNamed : device.deviceId,
		devicePath: "path" in device ? device.path : "",
		timeForm: recipe?.time?.form ?? ofReceipt,
		timePath: recipe?.time?.path ?? "",
		hasComma: recipe?.decimalSign === "comma",
		values: recipe?.values.map((value) => ({ ...value })) ?? [],
	};
}

function recipeOf({ device, devicePath, timeForm, timePath, hasComma, values }: Values): PayloadRecipe {
	return {
		device: device === isNamed ? { path: devicePath } : { deviceId: device },
		time: timeForm === ofReceipt ? null : { path: timePath, form: timeForm },
		...(hasComma && { decimalSign: "comma" }),
		values,
	};
}

function usesOf({ device, devicePath, timeForm, timePath, values }: Values): Pick["uses"] {
	return new Map([
		...values.map(({ path, channel }) => [path, t("json.use.value", { channel })] as const),
		...(device === isNamed ? [[devicePath, t("json.use.device")] as const] : []),
		...(timeForm === ofReceipt ? [] : [[timePath, t("json.use.time")] as const]),
	]);
}

function fieldOf(path: string): string | null {
	if (path.startsWith("recipe.device")) return path === "recipe.device.deviceId" ? "device" : "devicePath";
	if (path.startsWith("recipe.time")) return "timePath";
	return path.startsWith("recipe.values") ? path.slice("recipe.".length) : null;
}
