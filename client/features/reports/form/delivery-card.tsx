import { Checkbox, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { GroupListRow } from "../../../../shared/device/group";
import type { ReportDelivery } from "../../../../shared/report/report";
import { companyRecord } from "../../../api/queries";
import { RecipientFields, type Recipients, type RecipientsOnOffer } from "../../../forms/recipient-fields";
import { Select } from "../../../ui/form/select";
import { countOf } from "../../../ui/format";
import { Card } from "../../../ui/layout/card";
import classes from "../reports.module.css";
import type { SectionProps } from "./form-fields";

const conditionOptions: { value: ReportDelivery["onlyIf"]; label: string }[] = [
	{ value: "always", label: "Always" },
	{ value: "data", label: "Only if there is data" },
	{ value: "excursions", label: "Only if there are excursions" },
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
		<Card title="Who gets it">
			<div className={classes.fields}>
				<RecipientFields
					recipients={values}
					path="delivery."
					errorAt={errorAt}
					onChange={(changes, path) => onChange(changes, path)}
					{...onOffer}
				/>
				{hidden > 0 && (
					<p className={classes.hint}>
						It also goes to {countOf(hidden, "recipient")} whom you do not see. Saving keeps them.
					</p>
				)}
				<Select
					className={classes.short}
					label="Send"
					data={conditionOptions}
					value={values.onlyIf}
					error={errorAt("delivery.onlyIf")}
					onChange={(onlyIf) => onChange({ onlyIf }, "delivery.onlyIf")}
				/>
				<Checkbox
					label="Attach the file"
					description={
						sendsLinks
							? "The account sends links only, so no file is attached whatever is chosen here. A link works for 30 days."
							: "Up to 3 MB. Otherwise, and if it is larger, the e-mail holds a link that works for 30 days."
					}
					checked={values.attachesFile}
					onChange={({ currentTarget: { checked } }) => onChange({ attachesFile: checked }, "delivery.attachesFile")}
				/>
				{sendsLinks && (
					<p className={classes.hint}>
						“Mails with reports” decides it, under <Link to="/accounts/company">Company information</Link>.
					</p>
				)}
				<Textarea
					label="Message"
					description="Added to the e-mail."
					autosize
					minRows={2}
					maxRows={8}
					value={values.message}
					error={errorAt("delivery.message")}
					onChange={({ currentTarget: { value } }) => onChange({ message: value }, "delivery.message")}
				/>
				{values.scopeKind === "groups" && (
					<>
						<Checkbox
							label="One file for each group"
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
		<div className={classes.column}>
			<p className={classes.hint}>A group without its own recipients uses those above.</p>
			{values.groupIds.map((groupId) => {
				const name = groups.find(({ id }) => id === groupId)?.name ?? "A deleted group";
				const index = sent.findIndex((entry) => entry.groupId === groupId);
				return (
					<fieldset key={groupId} className={classes.group}>
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
