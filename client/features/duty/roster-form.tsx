import { TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { CreateRoster, type RosterDetails, RosterPlan, rosterLimits } from "../../../shared/duty/roster";
import type { RosterHistory } from "../../../shared/duty/turns";
import type { Contact } from "../../../shared/message/contact";
import type { WeeklyWindow } from "../../../shared/time/time-windows";
import { rosterBy } from "../../api/later-queries";
import { trpcClient } from "../../api/trpc";
import { FormFoot } from "../../forms/entity-form";
import { VersionConflict } from "../../forms/version-conflict";
import { useVersionedForm } from "../../forms/versioned-form";
import { WeekHoursField } from "../../forms/week-hours-field";
import { PlainButton, RemoveButton } from "../../ui/form/buttons";
import fieldRows from "../../ui/form/field-grid.module.css";
import { MultiSelect, Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { ZoneSelect } from "../../ui/form/zone-select";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/duty";
import { PeopleOrder } from "./people-order";
import {
	emptyLayer,
	fieldOf,
	type LayerValues,
	namesOf,
	type RosterValues,
	rosterParts,
	toRosterInput,
	turnKinds,
	valuesOf,
} from "./roster-values";
import { TurnCalendar } from "./turn-calendar";

type RosterFormProps = {
	roster: RosterDetails | null;
	initialValues: RosterValues;
	contacts: Contact[];
	ownIds: ReadonlySet<string>;
	now: number;
	onSaved: (roster: RosterDetails) => void;
	onCancel?: () => void;
};

const nights: WeeklyWindow = { days: [1, 2, 3, 4, 5, 6, 7], from: "20:00", to: "08:00" };

export function RosterForm({ roster, initialValues, contacts, ownIds, now, onSaved, onCancel }: RosterFormProps) {
	const queryClient = useQueryClient();
	const nameOf = useMemo(() => namesOf(contacts, roster), [contacts, roster]);
	const parts = useMemo(() => rosterParts(nameOf), [nameOf]);
	const { entityForm, conflict } = useVersionedForm({
		entity: roster,
		initialValues,
		parts,
		valuesOf,
		fieldOf,
		schema: CreateRoster,
		toInput: toRosterInput,
		save: (input: CreateRoster, base: RosterDetails | null) =>
			base === null
				? trpcClient.contact.createRoster.mutate(input)
				: trpcClient.contact.updateRoster.mutate({ ...input, rosterId: base.id, version: base.version }),
		nextBase: (saved: RosterDetails) => saved,
		lookAgain: ({ id }: RosterDetails) => queryClient.fetchQuery({ ...rosterBy(id), staleTime: 0 }),
		onSaved,
	});
	const { form, formProps, isDirty, errorAt } = entityForm;
	const { values } = form;
	const options = useSteadyOptions(contacts.map(({ id, fullName }) => ({ value: id, label: fullName })));
	const fallback = useSteadyOptions(
		[...new Set([...contacts.map(({ id }) => id), ...values.fallbackContactIds])].map((id) => ({
			value: id,
			label: nameOf(id),
		})),
	);
	const changeLayer = (index: number, changes: Partial<LayerValues>) => {
		const next = values.layers.map((layer, position) => (position === index ? { ...layer, ...changes } : layer));
		form.setFieldValue("layers", next);
		for (const field of Object.keys(changes)) form.clearFieldError(`layers.${index}.${field}`);
	};
	const history = useMemo(() => previewOf(values, roster, { now, isDirty }), [values, roster, now, isDirty]);
	return (
		<form {...formProps} className={layout.stack} aria-label={roster === null ? t("new") : t("roster")}>
			<VersionConflict thing="roster" conflict={conflict} />
			<Card title={t("about")}>
				<div className={fieldRows.fields}>
					<TextInput label={t("name")} withAsterisk {...form.getInputProps("name")} />
					<ZoneSelect label={t("zone")} description={t("zone.help")} {...form.getInputProps("zone")} />
					<MultiSelect
						className={fieldRows.wide}
						label={t("fallback")}
						searchable
						description={t("fallback.help")}
						withAsterisk
						limit={100}
						{...fallback}
						{...form.getInputProps("fallbackContactIds")}
					/>
				</div>
			</Card>
			<Card title={t("layers")}>
				<div className={layout.padded}>
					{values.layers.map((layer, index) => (
						<Layer
							// biome-ignore lint/suspicious/noArrayIndexKey: a layer is its place, and its fields are controlled
							key={index}
							layer={layer}
							index={index}
							isOnly={values.layers.length === 1}
							{...{ nameOf, errorAt }}
							{...options}
							onChange={(changes) => changeLayer(index, changes)}
							onRemove={() =>
								form.setFieldValue(
									"layers",
									values.layers.filter((_, position) => position !== index),
								)
							}
						/>
					))}
					{values.layers.length < rosterLimits.layers && (
						<div className={layout.stack}>
							<p className={layout.note}>{t("layer.help")}</p>
							<div>
								<PlainButton
									leftSection={<IconPlus size={16} />}
									onClick={() =>
										form.setFieldValue("layers", [...values.layers, { ...emptyLayer(values.zone), hours: [nights] }])
									}
								>
									{t("layer.add")}
								</PlainButton>
							</div>
						</div>
					)}
				</div>
			</Card>
			{history && <TurnCalendar history={history} zone={values.zone} {...{ nameOf, ownIds, now }} />}
			<FormFoot
				entityForm={entityForm}
				saveLabel={roster === null ? t("create") : t("save")}
				{...(onCancel && { onCancel })}
				leaveQuestion={roster === null ? t("leave.new") : t("leave.changed")}
			/>
		</form>
	);
}

type LayerProps = {
	layer: LayerValues;
	index: number;
	isOnly: boolean;
	data: { value: string; label: string }[];
	nameOf: (contactId: string) => string;
	errorAt: (path: string) => string | undefined;
	onChange: (changes: Partial<LayerValues>) => void;
	onRemove: () => void;
};

function Layer({ layer, index, isOnly, data, nameOf, errorAt, onChange, onRemove }: LayerProps) {
	const path = `layers.${index}.`;
	const number = index + 1;
	return (
		<fieldset className={layout.part} aria-label={t("layer", { number })}>
			<PeopleOrder
				contactIds={layer.contactIds}
				options={data}
				nameOf={nameOf}
				error={errorAt(`${path}contactIds`)}
				onChange={(contactIds) => onChange({ contactIds })}
			/>
			<div className={fieldRows.fields} style={{ padding: 0 }}>
				<Select
					label={t("turns")}
					data={turnKinds.map((kind) => ({ value: kind, label: t(`turns.${kind}`) }))}
					value={layer.turns}
					error={layer.turns === "own" ? undefined : errorAt(`${path}pattern`)}
					onChange={(turns) => onChange({ turns })}
				/>
				{layer.turns === "own" && (
					<TextInput
						label={t("pattern")}
						description={t("pattern.help")}
						placeholder="5, 2"
						value={layer.pattern}
						error={errorAt(`${path}pattern`)}
						onChange={({ currentTarget: { value } }) => onChange({ pattern: value })}
					/>
				)}
				<TextInput
					label={t("startDay")}
					description={t("startDay.help")}
					placeholder="2026-06-01"
					value={layer.startDay}
					error={errorAt(`${path}startDay`)}
					onChange={({ currentTarget: { value } }) => onChange({ startDay: value })}
				/>
				<TextInput
					label={t("handOver")}
					description={t("handOver.help")}
					placeholder="08:00"
					value={layer.handOver}
					error={errorAt(`${path}handOver`)}
					onChange={({ currentTarget: { value } }) => onChange({ handOver: value })}
				/>
			</div>
			<WeekHoursField
				noun="hours"
				help={t("hours.help")}
				windows={layer.hours}
				usual={nights}
				path={`${path}hours`}
				errorAt={errorAt}
				onChange={(hours) => onChange({ hours })}
			/>
			{!isOnly && (
				<div>
					<RemoveButton
						leftSection={<IconTrash size={16} />}
						aria-label={t("layer.removeOne", { number })}
						onClick={onRemove}
					>
						{t("layer.remove")}
					</RemoveButton>
				</div>
			)}
		</fieldset>
	);
}

/** Past turns as they were, and future turns from the form's current values. Null while it is incomplete. */
function previewOf(
	values: RosterValues,
	roster: RosterDetails | null,
	{ now, isDirty }: { now: number; isDirty: boolean },
): RosterHistory | null {
	if (roster !== null && !isDirty) return roster;
	const plan = RosterPlan.safeParse(toRosterInput(values));
	if (!plan.success) return null;
	const past = roster?.plans.filter(({ from }) => from < now) ?? [];
	return { plans: [...past, { from: now, plan: plan.data }], overrides: roster?.overrides ?? [] };
}
