import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { contactTextNames, contactTexts } from "../../../shared/base/plain-fields";
import {
	addressFields,
	type ContactDetails,
	type ContactGroup,
	CreateContact,
	isTyped,
	type SavedContact,
	typedAddress,
	typedDeliveryChannels,
} from "../../../shared/message/contact";
import { languageOptions } from "../../../shared/message/language";
import { DeliveryChannel } from "../../../shared/message/message";
import type { WeeklyWindow } from "../../../shared/time/time-windows";
import { contactBy } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { deliveryChannelLabel } from "../../entities/contact";
import { FormFoot } from "../../forms/entity-form";
import { PhoneInput } from "../../forms/phone-input";
import { PlainTextInput } from "../../forms/plain-text-input";
import { VersionConflict } from "../../forms/version-conflict";
import { useVersionedForm } from "../../forms/versioned-form";
import { WeekHoursField } from "../../forms/week-hours-field";
import fieldRows from "../../ui/form/field-grid.module.css";
import { MultiSelect, Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { ZoneSelect } from "../../ui/form/zone-select";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/contacts";
import { type ContactValues, contactParts, fieldOf, type Named, toContactInput, valuesOf } from "./contact-values";

type ContactFormProps = {
	contact: ContactDetails | null;
	initialValues: ContactValues;
	groups: ContactGroup[];
	users: Named[];
	onSaved: (saved: SavedContact) => void;
	onCancel?: () => void;
};

export function ContactForm({ contact, initialValues, groups, users, onSaved, onCancel }: ContactFormProps) {
	const queryClient = useQueryClient();
	const parts = useMemo(() => contactParts(groups, users), [groups, users]);
	const { entityForm, conflict } = useVersionedForm({
		entity: contact,
		initialValues,
		parts,
		valuesOf,
		fieldOf,
		onSaved,
		schema: CreateContact,
		toInput: toContactInput,
		save: (input: CreateContact, base: ContactDetails | null) =>
			base === null
				? trpcClient.contact.createContact.mutate(input)
				: trpcClient.contact.updateContact.mutate({ ...input, contactId: base.id, version: base.version }),
		lookAgain: ({ id }: ContactDetails) => queryClient.fetchQuery({ ...contactBy(id), staleTime: 0 }),
	});
	const { form, formProps, errorAt } = entityForm;
	const { values } = form;
	const userChoices = useSteadyOptions(users.map(({ id, name }) => ({ value: id, label: name })));

	return (
		<form {...formProps} className={layout.stack} aria-label={contact === null ? t("new") : t("contact")}>
			<VersionConflict thing="contact" conflict={conflict} />
			<Card title={t("about")}>
				<div className={fieldRows.fields}>
					<TextInput label={t("name")} withAsterisk {...form.getInputProps("fullName")} />
					{contactTextNames.map((text) => (
						<PlainTextInput key={text} field={contactTexts[text]} input={form.getInputProps(text)} />
					))}
					<ZoneSelect label={t("timeZone")} description={t("timeZone.help")} {...form.getInputProps("timeZone")} />
					<Select
						label={t("language")}
						description={t("language.help")}
						placeholder={t("language.asCompany")}
						data={languageOptions}
						{...form.getInputProps("language")}
					/>
					{groups.length > 0 && (
						<MultiSelect
							label={t("groups")}
							searchable
							clearable
							data={groups.map(({ id, name }) => ({ value: id, label: name }))}
							{...form.getInputProps("contactGroupIds")}
						/>
					)}
					{users.length > 0 && (
						<Select
							label={t("linkedUser.optional")}
							searchable
							clearable
							{...userChoices}
							{...form.getInputProps("linkedUserId")}
						/>
					)}
				</div>
			</Card>
			<Card title={t("addresses")}>
				<div className={fieldRows.fields}>
					<TextInput
						label={deliveryChannelLabel("email")}
						type="email"
						autoComplete="off"
						description={t("email.help")}
						{...form.getInputProps("email")}
					/>
					<PhoneInput
						label={deliveryChannelLabel("sms")}
						description={t("phone.help")}
						{...form.getInputProps("phone")}
					/>
					<Checkbox
						className={fieldRows.wide}
						label={t("call")}
						description={t("call.help")}
						checked={values.isCalled}
						disabled={values.phone.trim() === ""}
						onChange={({ currentTarget: { checked } }) => form.setFieldValue("isCalled", checked)}
					/>
					{webAddresses.map(([channel, help]) => (
						<Textarea
							key={channel}
							className={fieldRows.wide}
							label={deliveryChannelLabel(channel)}
							description={help}
							maxRows={4}
							spellCheck={false}
							{...form.getInputProps(addressFields[channel])}
							minRows={1}
						/>
					))}
					<Checkbox.Group
						className={fieldRows.wide}
						label={t("usualChannels")}
						description={t("usualChannels.help")}
						value={values.defaultChannels}
						error={errorAt("defaultChannels")}
						onChange={(chosen) =>
							form.setFieldValue(
								"defaultChannels",
								DeliveryChannel.options.filter((channel) => chosen.includes(channel)),
							)
						}
					>
						<div className={layout.checks}>
							{typedDeliveryChannels.map((channel) => (
								<Checkbox
									key={channel}
									value={channel}
									label={deliveryChannelLabel(channel)}
									disabled={(typedAddress(values, channel) ?? "").trim() === ""}
								/>
							))}
							{joinedChannels
								.filter((joined) => contact?.channels.some(({ channel }) => channel === joined))
								.map((channel) => (
									<Checkbox key={channel} value={channel} label={deliveryChannelLabel(channel)} />
								))}
						</div>
					</Checkbox.Group>
				</div>
			</Card>
			<Card title={t("quietHours")}>
				<WeekHoursField
					noun="quiet"
					help={t("quietHours.help", { zone: values.timeZone })}
					windows={values.quietHours}
					usual={night}
					path="quietHours"
					errorAt={errorAt}
					onChange={(windows) => form.setFieldValue("quietHours", windows)}
				/>
				{values.quietHours.length > 0 && (
					<div className={fieldRows.fields}>
						<Checkbox
							label={t("quietHours.critical")}
							{...form.getInputProps("criticalBypassesQuiet", { type: "checkbox" })}
						/>
					</div>
				)}
			</Card>
			<FormFoot
				entityForm={entityForm}
				saveLabel={contact === null ? t("create") : t("save")}
				{...(onCancel && { onCancel })}
				leaveQuestion={contact === null ? t("leave.new") : t("leave.changed")}
			/>
		</form>
	);
}

const webAddresses = [
	["webhook", t("webhook.help")],
	["slack", t("slack.help")],
	["teams", t("teams.help")],
	["pagerduty", t("pagerduty.help")],
] as const;
const joinedChannels = DeliveryChannel.options.filter((channel) => !isTyped(channel));

const night: WeeklyWindow = { days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:00" };
