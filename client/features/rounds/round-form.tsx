import { Checkbox, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { DeviceListRow } from "../../../shared/device/device";
import type { Roster } from "../../../shared/duty/roster";
import { daysOfWeek } from "../../../shared/formats/display-formats";
import type { Contact } from "../../../shared/message/contact";
import { CreateRound, type Round, type RoundTime, roundLimits } from "../../../shared/round/round";
import { roundList } from "../../api/later-queries";
import { trpcClient } from "../../api/trpc";
import { dayNames } from "../../entities/clock-labels";
import { FormFoot } from "../../forms/entity-form";
import { VersionConflict } from "../../forms/version-conflict";
import { useVersionedForm } from "../../forms/versioned-form";
import { useDisplayFormats } from "../../ui/display-formats";
import { PlainButton, RemoveButton } from "../../ui/form/buttons";
import fieldRows from "../../ui/form/field-grid.module.css";
import { MultiSelect, Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { ZoneSelect } from "../../ui/form/zone-select";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/rounds";
import { ClosedDaysField } from "./closed-days";
import { PlacesCard } from "./places-card";
import { everyDay, fieldOf, type RoundValues, roundParts, toRoundInput, valuesOf } from "./round-values";
import classes from "./rounds.module.css";

export type RoundOffers = {
	contacts: Contact[];
	rosters: Roster[];
	groups: { id: string; name: string }[];
	devices: DeviceListRow[];
	/** A member of some groups makes rounds of these groups alone. */
	needsGroup: boolean;
};

type RoundFormProps = {
	round: Round | null;
	initialValues: RoundValues;
	offered: RoundOffers;
	onSaved: (round: Round) => void;
	onCancel: () => void;
};

export function RoundForm({ round, initialValues, offered, onSaved, onCancel }: RoundFormProps) {
	const queryClient = useQueryClient();
	const nameOf = useMemo(() => namesOf(offered), [offered]);
	const parts = useMemo(() => roundParts(nameOf), [nameOf]);
	const { entityForm, conflict } = useVersionedForm({
		entity: round,
		initialValues,
		parts,
		valuesOf,
		fieldOf,
		schema: CreateRound,
		toInput: toRoundInput,
		save: (input: CreateRound, base: Round | null) =>
			base === null
				? trpcClient.round.createRound.mutate(input)
				: trpcClient.round.updateRound.mutate({ ...input, roundId: base.id, version: base.version }),
		lookAgain: async ({ id }: Round) => {
			const rounds = await queryClient.fetchQuery({ ...roundList(), staleTime: 0 });
			const found = rounds.find((each) => each.id === id);
			if (!found) throw new Error(t("missing"));
			return found;
		},
		onSaved,
	});
	const { form, formProps, errorAt } = entityForm;
	const { values } = form;
	const change = (changes: Partial<RoundValues>) => {
		for (const [field, value] of Object.entries(changes)) form.setFieldValue(field, value as never); // its own fields
	};
	const groups = [
		...(offered.needsGroup ? [] : [{ value: "", label: t("group.none") }]),
		...offered.groups.map(({ id, name }) => ({ value: id, label: name })),
	];
	return (
		<form {...formProps} className={layout.stack} aria-label={round === null ? t("new") : t("round")}>
			<VersionConflict thing="round" conflict={conflict} />
			<Card title={t("about")}>
				<div className={fieldRows.fields}>
					<TextInput label={t("name")} withAsterisk {...form.getInputProps("name")} />
					<Select
						label={t("group")}
						description={t("group.help")}
						data={groups}
						searchable
						{...form.getInputProps("groupId")}
					/>
				</div>
			</Card>
			<Card title={t("when")}>
				<div className={layout.padded}>
					<TimesFields times={values.times} errorAt={errorAt} onChange={(times) => change({ times })} />
				</div>
				<div className={fieldRows.fields}>
					<ZoneSelect label={t("zone")} description={t("zone.help")} {...form.getInputProps("zone")} />
					<TextInput label={t("opens")} inputMode="numeric" {...form.getInputProps("opensMinutes")} />
					<TextInput label={t("grace")} inputMode="numeric" {...form.getInputProps("graceMinutes")} />
					<ClosedDaysField
						days={values.closedDays}
						error={errorAt("closedDays")}
						onChange={(closedDays) => change({ closedDays })}
					/>
				</div>
			</Card>
			<PlacesCard
				places={values.places}
				devices={offered.devices}
				errorAt={errorAt}
				onChange={(places) => change({ places })}
			/>
			<Card title={t("who")}>
				<div className={fieldRows.fields}>
					<PeopleFields
						offered={offered}
						contacts={{
							label: t("contacts"),
							description: t("contacts.help"),
							value: values.contactIds,
							error: errorAt("contactIds"),
							onChange: (contactIds) => change({ contactIds }),
						}}
						rosters={{
							label: t("rosters"),
							description: t("rosters.help"),
							value: values.rosterIds,
							error: errorAt("rosterIds"),
							onChange: (rosterIds) => change({ rosterIds }),
						}}
					/>
					<Checkbox
						className={fieldRows.wide}
						label={t("escalation")}
						{...form.getInputProps("isEscalated", { type: "checkbox" })}
					/>
					{values.isEscalated && (
						<>
							<TextInput label={t("escalation.after")} inputMode="numeric" {...form.getInputProps("afterMinutes")} />
							<PeopleFields
								offered={offered}
								contacts={{
									label: t("escalation.contacts"),
									value: values.laterContactIds,
									error: errorAt("laterContactIds"),
									onChange: (laterContactIds) => change({ laterContactIds }),
								}}
								rosters={{
									label: t("escalation.rosters"),
									value: values.laterRosterIds,
									error: errorAt("laterRosterIds"),
									onChange: (laterRosterIds) => change({ laterRosterIds }),
								}}
							/>
						</>
					)}
				</div>
			</Card>
			<FormFoot
				entityForm={entityForm}
				saveLabel={round === null ? t("create") : t("save")}
				onCancel={onCancel}
				leaveQuestion={round === null ? t("leave.new") : t("leave.changed")}
			/>
		</form>
	);
}

function namesOf({ contacts, rosters, groups }: RoundOffers): (id: string) => string {
	const known = new Map([
		...contacts.map(({ id, fullName }) => [id, fullName] as const),
		...[...rosters, ...groups].map(({ id, name }) => [id, name] as const),
	]);
	return (id) => known.get(id) ?? (id === "" ? t("group.none") : t("deletedContact"));
}

type Choice = {
	label: string;
	description?: string;
	value: string[];
	error: string | undefined;
	onChange: (ids: string[]) => void;
};

function PeopleFields({ offered, contacts, rosters }: { offered: RoundOffers; contacts: Choice; rosters: Choice }) {
	const people = useSteadyOptions(offered.contacts.map(({ id, fullName }) => ({ value: id, label: fullName })));
	const onDuty = useSteadyOptions(offered.rosters.map(({ id, name }) => ({ value: id, label: name })));
	return (
		<>
			<MultiSelect searchable limit={100} {...people} {...contacts} />
			{(offered.rosters.length > 0 || rosters.value.length > 0) && <MultiSelect searchable {...onDuty} {...rosters} />}
		</>
	);
}

type TimesFieldsProps = {
	times: RoundTime[];
	errorAt: (path: string) => string | undefined;
	onChange: (times: RoundTime[]) => void;
};

function TimesFields({ times, errorAt, onChange }: TimesFieldsProps) {
	const { weekStart } = useDisplayFormats();
	const change = (index: number, changes: Partial<RoundTime>) =>
		onChange(times.map((time, position) => (position === index ? { ...time, ...changes } : time)));
	return (
		<>
			<p className={layout.note}>{t("times.help")}</p>
			{errorAt("times") && (
				<p className={layout.error} role="alert">
					{errorAt("times")}
				</p>
			)}
			{times.map(({ days, time }, index) => {
				const number = index + 1;
				const daysError = errorAt(`times.${index}.days`);
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: a time is its position, and its fields are controlled
					<fieldset key={index} className={layout.part} aria-label={t("time", { number })}>
						<div className={classes.pair}>
							<TextInput
								label={t("timeOfDay")}
								placeholder="08:00"
								value={time}
								error={errorAt(`times.${index}.time`)}
								onChange={({ currentTarget: { value } }) => change(index, { time: value })}
							/>
						</div>
						<div className={classes.days}>
							{daysOfWeek(weekStart).map((day) => (
								<Checkbox
									key={day}
									label={dayNames[day - 1]}
									checked={days.includes(day)}
									onChange={({ currentTarget: { checked } }) =>
										change(index, {
											days: checked
												? [...days, day].sort((one, other) => one - other)
												: days.filter((each) => each !== day),
										})
									}
								/>
							))}
						</div>
						{daysError && (
							<p className={layout.error} role="alert">
								{daysError}
							</p>
						)}
						{times.length > 1 && (
							<div>
								<RemoveButton
									leftSection={<IconTrash size={16} />}
									aria-label={t("time.removeOne", { number })}
									onClick={() => onChange(times.filter((_, position) => position !== index))}
								>
									{t("time.remove")}
								</RemoveButton>
							</div>
						)}
					</fieldset>
				);
			})}
			{times.length < roundLimits.times && (
				<div>
					<PlainButton
						leftSection={<IconPlus size={16} />}
						onClick={() => onChange([...times, { days: everyDay, time: "16:00" }])}
					>
						{t("time.add")}
					</PlainButton>
				</div>
			)}
		</>
	);
}
