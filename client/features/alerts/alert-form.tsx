import { Checkbox, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { type Alert, CreateAlert } from "../../../shared/alert/alert";
import type { DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import type { Roster } from "../../../shared/duty/roster";
import type { Contact, ContactGroup } from "../../../shared/message/contact";
import { alertBy } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { pageLanguage } from "../../base/page-language";
import { reachOf } from "../../entities/contact";
import { DutyRows } from "../../entities/duty-now";
import { DevicePicker } from "../../forms/device-picker";
import { FormFoot } from "../../forms/entity-form";
import { SecondPersonNote } from "../../forms/second-person-note";
import { VersionConflict } from "../../forms/version-conflict";
import { useVersionedForm } from "../../forms/versioned-form";
import { MultiSelect, Select } from "../../ui/form/select";
import { countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import formStyles from "../../ui/layout/form-beside.module.css";
import layout from "../../ui/layout/layouts.module.css";
import { sortedByName } from "../../ui/table/list-rows";
import { t } from "../../words/made/alerts";
import { hoursText } from "./alert-labels";
import { alertParts, followUpLines, recipientNames } from "./alert-parts";
import { type AlertValues, fieldOf, scopeOf, sentenceOf, toAlertInput, valuesOf } from "./alert-values";
import classes from "./alerts.module.css";
import { kindOptions } from "./conditions/registry";
import { HoursCard } from "./hours-card";
import { chosenContacts, quietRecipients } from "./quiet-recipients";
import { RecipientsCard } from "./recipients-card";
import { type ChangeAlert, RuleSentence } from "./rule-sentence";
import { Choice, type ErrorAt, SentenceText } from "./sentence-parts";
import { TrialDialog, useTrial } from "./trial-dialog";

export type AlertChoices = {
	devices: DeviceListRow[];
	groups: GroupListRow[];
	contacts: Contact[];
	contactGroups: ContactGroup[];
	rosters?: Roster[];
	isScoped: boolean;
	canAddContacts?: boolean;
};

type AlertFormProps = AlertChoices & {
	alert: Alert | null;
	initialValues: AlertValues;
	rehearsal?: ((draft: CreateAlert | null) => ReactNode) | undefined;
	takesFocus?: boolean;
	onSaved: (alert: Alert) => void;
	onCancel?: () => void;
};

const noRosters: Roster[] = [];

export function AlertForm(props: AlertFormProps) {
	const { alert, initialValues, rehearsal, takesFocus = false, onSaved, onCancel, ...choices } = props;
	const { devices, groups, contacts, contactGroups, rosters = noRosters, isScoped, canAddContacts = false } = choices;
	const queryClient = useQueryClient();
	const trial = useTrial();
	const parts = useMemo(
		() => alertParts({ groups, contacts, contactGroups, rosters }),
		[groups, contacts, contactGroups, rosters],
	);
	const { entityForm, conflict } = useVersionedForm({
		entity: alert,
		initialValues,
		parts,
		valuesOf,
		fieldOf,
		schema: CreateAlert,
		toInput: toAlertInput,
		confirm: trial.confirm,
		save: async (input: CreateAlert, base: Alert | null): Promise<Alert> => {
			if (base === null) return trpcClient.alert.createAlert.mutate(input);
			await trpcClient.alert.updateAlert.mutate({ ...input, alertId: base.id, version: base.version });
			return { ...base, ...input, version: base.version + 1 };
		},
		nextBase: (saved) => saved,
		lookAgain: ({ id }: Alert) => queryClient.fetchQuery({ ...alertBy(id), staleTime: 0 }),
		onSaved,
	});
	const { form, formProps, errorAt, changeAt: change } = entityForm;
	const { values } = form;
	const sorted = useMemo(() => sortedByName(devices), [devices]);
	const { hours, contactIds, contactGroupIds } = values;
	const quiet = useMemo(
		() => quietRecipients({ hours, contactIds, contactGroupIds }, contacts),
		[hours, contactIds, contactGroupIds, contacts],
	);

	return (
		<form {...formProps} className={formStyles.form} aria-label={alert === null ? t("new") : t("rule")}>
			<div className={layout.stack}>
				<SecondPersonNote kind="rules" />
				<VersionConflict thing="alert" conflict={conflict} />
				<Card title={t("rule")}>
					<div className={layout.padded}>
						<TextInput
							label={t("name")}
							withAsterisk
							autoFocus={takesFocus}
							value={values.name}
							error={errorAt("name")}
							onChange={(event) => change({ name: event.currentTarget.value }, "name")}
						/>
						<Select
							label={t("watchFor")}
							data={kindOptions}
							value={values.condition.kind}
							onChange={(kind) => change({ condition: { ...values.condition, kind } }, "rule")}
						/>
						<RuleSentence
							values={values}
							devices={devices}
							scope={<Scope values={values} groups={groups} isScoped={isScoped} errorAt={errorAt} onChange={change} />}
							errorAt={errorAt}
							onChange={change}
						/>
						{values.scopeKind === "devices" && (
							<DevicePicker
								devices={sorted}
								chosenIds={values.deviceIds}
								error={errorAt("scope")}
								onChange={(deviceIds) => change({ deviceIds }, "scope")}
							/>
						)}
						<Checkbox
							label={t("switchedOn")}
							checked={values.isEnabled}
							onChange={(event) => change({ isEnabled: event.currentTarget.checked }, "isEnabled")}
						/>
					</div>
				</Card>
				<RecipientsCard
					canAddContacts={canAddContacts}
					values={values}
					contacts={contacts}
					contactGroups={contactGroups}
					rosters={rosters}
					errorAt={errorAt}
					onChange={change}
				/>
				<HoursCard
					hours={values.hours}
					quiet={quiet}
					errorAt={errorAt}
					onChange={(changes, path) => change({ hours: { ...values.hours, ...changes } }, path)}
				/>
			</div>
			<div className={formStyles.aside}>
				<Summary {...choices} values={values} rosters={rosters} />
				{rehearsal && <RehearsalSlot values={values} rehearsal={rehearsal} />}
			</div>
			<div className={formStyles.foot}>
				<FormFoot
					entityForm={entityForm}
					saveLabel={alert === null ? t("create") : t("save")}
					{...(onCancel && { onCancel })}
					leaveQuestion={alert === null ? t("leave.new") : t("leave.changed")}
				/>
			</div>
			{trial.question && <TrialDialog {...trial.question} devices={devices} />}
		</form>
	);
}

const scopeOptions = (["all", "groups", "devices"] as const).map((value) => ({ value, label: t(`scope.${value}`) }));

type ScopeProps = {
	values: AlertValues;
	groups: GroupListRow[];
	isScoped: boolean;
	errorAt: ErrorAt;
	onChange: ChangeAlert;
};

function Scope({ values, groups, isScoped, errorAt, onChange }: ScopeProps) {
	const { scopeKind, groupIds, deviceIds } = values;
	const known = new Set(groups.map(({ id }) => id));
	const gone = groupIds.filter((id) => !known.has(id));
	return (
		<>
			<Choice
				label={t("scope.label")}
				options={scopeOptions.filter(({ value }) => value !== "all" || !isScoped || scopeKind === "all")}
				value={scopeKind}
				error={scopeKind === "all" ? errorAt("scope") : undefined}
				onChange={(next) => onChange({ scopeKind: next }, "scope")}
			/>
			{scopeKind === "groups" && (
				<MultiSelect
					searchable
					className={classes.groups}
					aria-label={t("groups")}
					placeholder={groupIds.length === 0 ? t("groups.choose") : ""}
					hidePickedOptions
					// The form focuses it to show its error, which the list would cover.
					openOnFocus={false}
					nothingFoundMessage={t("groups.noMatch")}
					data={[
						...groups.map(({ id, name }) => ({ value: id, label: name })),
						...gone.map((id) => ({ value: id, label: t("groups.gone") })),
					]}
					value={groupIds}
					error={errorAt("scope")}
					onChange={(ids) => onChange({ groupIds: ids }, "scope")}
				/>
			)}
			{scopeKind === "devices" && <SentenceText>({countText(deviceIds.length)})</SentenceText>}
		</>
	);
}

const allOf = new Intl.ListFormat(pageLanguage);

type SummaryProps = AlertChoices & { values: AlertValues; rosters: Roster[] };

function Summary({ values, devices, contacts, contactGroups, rosters }: SummaryProps) {
	const sentence = sentenceOf(values);
	const names = recipientNames(values, { contacts, contactGroups, rosters });
	const recipients = chosenContacts(values, contacts);
	const named = rosters.filter(({ id }) => namesRoster(values, id));
	const byTurn = new Set(named.flatMap(({ id, notifiedIds }) => (values.rosterIds.includes(id) ? notifiedIds : [])));
	const isReached =
		values.roles.includes("owners") ||
		[...recipients, ...contacts.filter(({ id }) => byTurn.has(id))].some((contact) => reachOf(contact) === "reachable");
	return (
		<Card title={t("inShort")}>
			<div className={classes.body}>
				<p>{sentence ?? t("inShort.incomplete")}</p>
				<ul className={classes.lines}>
					<li>{t("inShort.watches", { count: watchedDevices(values, devices).length })}</li>
					<li>{values.hours.isAlways ? t("inShort.anyHour") : hoursText(values.hours)}</li>
					{names.length > 0 && <li>{t("inShort.notifies", { names: allOf.format(names) })}</li>}
					{followUpLines(values, { contacts, contactGroups, rosters }).map((line) => (
						<li key={line}>{line}</li>
					))}
					{!isReached && (
						<li className={classes.warned}>
							{names.length === 0 ? t("inShort.notifiesNobody") : t("inShort.unverified")}
						</li>
					)}
				</ul>
			</div>
			{named.length > 0 && <DutyRows rosters={named} />}
		</Card>
	);
}

function namesRoster({ rosterIds, escalation }: AlertValues, id: string): boolean {
	return rosterIds.includes(id) || escalation.some((step) => step.rosterIds?.includes(id));
}

export function watchedDevices(values: AlertValues, devices: DeviceListRow[]): DeviceListRow[] {
	const scope = scopeOf(values);
	if (scope === "all") return devices;
	if ("groupIds" in scope) {
		return devices.filter(({ groupIds }) => groupIds.some((id) => scope.groupIds.includes(id)));
	}
	const chosen = new Set(scope.deviceIds);
	return devices.filter(({ id }) => chosen.has(id));
}

type RehearsalSlotProps = { values: AlertValues; rehearsal: (draft: CreateAlert | null) => ReactNode };

/** Deferred, so that typing stays responsive. A rule without a name is rehearsed too. */
function RehearsalSlot({ values, rehearsal }: RehearsalSlotProps) {
	const latest = useDeferredValue(values);
	const draft = useMemo(() => {
		const parsed = CreateAlert.safeParse(toAlertInput({ ...latest, name: latest.name.trim() || t("draft") }));
		return parsed.success ? parsed.data : null;
	}, [latest]);
	return rehearsal(draft);
}
