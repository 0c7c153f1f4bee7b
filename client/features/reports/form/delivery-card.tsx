import { Checkbox, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { GroupListRow } from "../../../../shared/device/group";
import type { ReportDelivery } from "../../../../shared/report/report";
import { companyRecord } from "../../../api/queries";
import { RecipientFields, type Recipients, type RecipientsOnOffer } from "../../../forms/recipient-fields";
import { Select } from "../../../ui/form/select";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { rich, t } from "../../../words/made/reports";
import classes from "../reports.module.css";
import type { SectionProps } from "./form-fields";

const conditionOptions: { value: ReportDelivery["onlyIf"]; label: string }[] = [
	{ value: "always", label: t("always") },
	{ value: "data", label: t("onlyIfThereIsData") },
	{ value: "excursions", label: t("onlyIfThereAreExcursions") },
];

type DeliveryCardProps = SectionProps & RecipientsOnOffer & { groups: GroupListRow[] };

export function DeliveryCard({
	hidden,
	groups,
	contacts,
	contactGroups,
	...section
}: DeliveryCardProps & { hidden: number }) {
	const { values, errorAt, onChange } = section;
	const onOffer = { contacts, contactGroups };
	// The screen's loader loads it.
	const { data: company } = useQuery({ ...companyRecord(), enabled: false });
	const sendsLinks = company?.reportMail === "links";
	return (
		<Card title={t("whoGetsIt")}>
			<div className={layout.padded}>
				<RecipientFields
					recipients={values}
					path="delivery."
					errorAt={errorAt}
					onChange={(changes, path) => onChange(changes, path)}
					{...onOffer}
				/>
				{hidden > 0 && <p className={`${layout.note} ${classes.hint}`}>{t("alsoHidden", { hidden })}</p>}
				<Select
					className={classes.short}
					label={t("send")}
					data={conditionOptions}
					value={values.onlyIf}
					error={errorAt("delivery.onlyIf")}
					onChange={(onlyIf) => onChange({ onlyIf }, "delivery.onlyIf")}
				/>
				<Checkbox
					label={t("attachTheFile")}
					description={sendsLinks ? t("attach.linksOnly") : t("attach.help")}
					checked={values.attachesFile}
					onChange={({ currentTarget: { checked } }) => onChange({ attachesFile: checked }, "delivery.attachesFile")}
				/>
				{sendsLinks && (
					<p className={`${layout.note} ${classes.hint}`}>
						{rich("delivery.decidedByCompany", { link: (text) => <Link to="/accounts/company">{text}</Link> })}
					</p>
				)}
				<Textarea
					label={t("message")}
					description={t("addedToTheEMail")}
					maxRows={8}
					value={values.message}
					error={errorAt("delivery.message")}
					onChange={({ currentTarget: { value } }) => onChange({ message: value }, "delivery.message")}
				/>
				{values.scopeKind === "groups" && (
					<>
						<Checkbox
							label={t("oneFileForEachGroup")}
							checked={values.isPerGroup}
							error={errorAt("delivery.isPerGroup")}
							onChange={({ currentTarget: { checked } }) => onChange({ isPerGroup: checked }, "delivery.isPerGroup")}
						/>
						{values.isPerGroup && <GroupRecipients groups={groups} {...onOffer} {...section} />}
					</>
				)}
			</div>
		</Card>
	);
}

/** Recipients of a group get that group's file only; a group without them uses the recipients above. */
function GroupRecipients({ groups, contacts, contactGroups, ...section }: DeliveryCardProps) {
	const { values, errorAt, onChange } = section;
	const entryOf = (groupId: string) =>
		values.groups.find((entry) => entry.groupId === groupId) ?? { groupId, contactIds: [], contactGroupIds: [] };
	const change = (groupId: string, changes: Partial<Recipients>, path: string) => {
		const next = { ...entryOf(groupId), ...changes };
		const others = values.groups.filter((entry) => entry.groupId !== groupId);
		const isEmpty = next.contactIds.length + next.contactGroupIds.length === 0;
		const all = isEmpty ? others : [...others, next];
		onChange({ groups: all.sort((one, other) => (one.groupId < other.groupId ? -1 : 1)) }, path);
	};
	const sent = values.groups.filter(({ groupId }) => values.groupIds.includes(groupId));
	return (
		<div className={layout.stack}>
			<p className={`${layout.note} ${classes.hint}`}>{t("aGroupWithoutItsOwnRecipients")}</p>
			{values.groupIds.map((groupId) => {
				const name = groups.find(({ id }) => id === groupId)?.name ?? t("aDeletedGroup");
				const index = sent.findIndex((entry) => entry.groupId === groupId);
				return (
					<fieldset key={groupId} className={`${layout.part} ${classes.group}`}>
						<legend>{name}</legend>
						<RecipientFields
							recipients={entryOf(groupId)}
							path={`delivery.groups.${index}.`}
							errorAt={errorAt}
							onChange={(changes, path) => change(groupId, changes, path)}
							contacts={contacts}
							contactGroups={contactGroups}
						/>
					</fieldset>
				);
			})}
		</div>
	);
}
