import { Checkbox, Textarea } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import type { Roster } from "../../../shared/duty/roster";
import { DeliveryChannel } from "../../../shared/message/message";
import { deliveryChannelLabel } from "../../entities/contact";
import { RecipientFields, type RecipientsOnOffer } from "../../forms/recipient-fields";
import { PlainButton, RemoveButton } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { rich, t } from "../../words/made/alerts";
import type { AlertValues, TypedStep } from "./alert-values";
import { MoreRecipients } from "./more-recipients";
import type { ChangeAlert } from "./rule-sentence";
import { type ErrorAt, Sentence, Span, Typed, words } from "./sentence-parts";

const mostSteps = 5;

type RecipientsCardProps = RecipientsOnOffer & {
	values: AlertValues;
	canAddContacts: boolean;
	rosters: readonly Roster[];
	errorAt: ErrorAt;
	onChange: ChangeAlert;
};

export function RecipientsCard({
	values,
	canAddContacts,
	rosters,
	errorAt,
	onChange,
	...choices
}: RecipientsCardProps) {
	const { channels, reminder } = values;
	return (
		<Card title={t("recipients.title")}>
			<div className={layout.padded}>
				<RecipientFields
					recipients={values}
					path=""
					errorAt={errorAt}
					onChange={(changes, path) => onChange(changes, path)}
					{...choices}
				/>
				<MoreRecipients
					recipients={values}
					path=""
					rolesPath="notification.roles"
					rostersPath="notification.rosterIds"
					rosters={rosters}
					errorAt={errorAt}
					canAddContacts={canAddContacts}
					onChange={(changes, path) => onChange(changes, path)}
				/>
				<ChannelFields
					name={t("channels")}
					channels={channels}
					error={errorAt("notification.channels")}
					onChange={(next) => onChange({ channels: next }, "notification.channels")}
				/>
				<Textarea
					label={t("whatToDo")}
					description={t("whatToDo.note")}
					maxRows={8}
					value={values.description}
					error={errorAt("description")}
					onChange={(event) => onChange({ description: event.currentTarget.value }, "description")}
				/>
				<div>
					<Checkbox
						label={t("reminders")}
						checked={reminder.isOn}
						onChange={(event) =>
							onChange({ reminder: { ...reminder, isOn: event.currentTarget.checked } }, "notification.reminder")
						}
					/>
					{reminder.isOn && (
						<Sentence>
							{rich("form.reminders", {
								words,
								span: (
									<Span
										label={t("reminders.every.label")}
										value={reminder.every}
										error={errorAt("notification.reminder.everySeconds")}
										onChange={(every) =>
											onChange({ reminder: { ...reminder, every } }, "notification.reminder.everySeconds")
										}
									/>
								),
								most: (
									<Typed
										label={t("reminders.most.label")}
										placeholder={t("reminders.any")}
										value={reminder.atMost}
										error={errorAt("notification.reminder.atMost")}
										onChange={(atMost) =>
											onChange({ reminder: { ...reminder, atMost } }, "notification.reminder.atMost")
										}
									/>
								),
							})}
						</Sentence>
					)}
				</div>
				<Escalation
					steps={values.escalation}
					canAddContacts={canAddContacts}
					rosters={rosters}
					errorAt={errorAt}
					onChange={onChange}
					{...choices}
				/>
			</div>
		</Card>
	);
}

type ChannelFieldsProps = {
	name: string;
	channels: DeliveryChannel[] | null;
	error: string | undefined;
	onChange: (channels: DeliveryChannel[] | null) => void;
};

function ChannelFields({ name, channels, error, onChange }: ChannelFieldsProps) {
	return (
		<div>
			<Checkbox
				label={t("recipients.usualChannels")}
				checked={channels === null}
				onChange={(event) => onChange(event.currentTarget.checked ? null : ["email"])}
			/>
			{channels !== null && (
				<Checkbox.Group
					aria-label={name}
					value={channels}
					error={error}
					onChange={(chosen) => onChange(DeliveryChannel.options.filter((channel) => chosen.includes(channel)))}
				>
					<div className={layout.checks}>
						{DeliveryChannel.options.map((channel, index) => (
							<Checkbox
								key={channel}
								value={channel}
								label={deliveryChannelLabel(channel)}
								aria-invalid={(index === 0 && error !== undefined) || undefined}
							/>
						))}
					</div>
				</Checkbox.Group>
			)}
		</div>
	);
}

type EscalationProps = RecipientsOnOffer & {
	steps: TypedStep[];
	canAddContacts: boolean;
	rosters: readonly Roster[];
	errorAt: ErrorAt;
	onChange: ChangeAlert;
};

function Escalation({ steps, canAddContacts, rosters, errorAt, onChange, ...choices }: EscalationProps) {
	const list = useRef<HTMLDivElement>(null);
	const root = "notification.escalation";
	const change = (index: number, changes: Partial<TypedStep>, path: string) =>
		onChange(
			{ escalation: steps.map((step, position) => (position === index ? { ...step, ...changes } : step)) },
			path,
		);
	const remove = (index: number) => {
		onChange({ escalation: steps.filter((_, position) => position !== index) }, root);
		list.current?.querySelector<HTMLElement>("[data-add]")?.focus();
	};
	return (
		<div ref={list} className={layout.stack}>
			{steps.map((step, index) => {
				const path = `${root}.${index}.`;
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: a step is its place, and its fields are controlled
					<fieldset key={index} className={layout.part} aria-label={t("step.label", { number: index + 1 })}>
						<Sentence>
							{rich("form.step", {
								words,
								span: (
									<Span
										label={t("step.after.label", { number: index + 1 })}
										value={step.after}
										error={errorAt(`${path}afterSeconds`)}
										onChange={(after) => change(index, { after }, `${path}afterSeconds`)}
									/>
								),
							})}
						</Sentence>
						<RecipientFields
							recipients={step}
							path={path}
							errorAt={errorAt}
							onChange={(changes, at) => change(index, changes, at)}
							{...choices}
						/>
						<MoreRecipients
							recipients={step}
							path={path}
							rolesPath={`${path}roles`}
							rostersPath={`${path}rosterIds`}
							rosters={rosters}
							errorAt={errorAt}
							canAddContacts={canAddContacts}
							onChange={(changes, at) => change(index, changes, at)}
						/>
						<ChannelFields
							name={t("step.channels", { number: index + 1 })}
							channels={step.channels}
							error={errorAt(`${path}channels`)}
							onChange={(channels) => change(index, { channels }, `${path}channels`)}
						/>
						<div>
							<RemoveButton
								size="compact-md"
								leftSection={<IconTrash size={16} />}
								aria-label={t("step.removeOne", { number: index + 1 })}
								onClick={() => remove(index)}
							>
								{t("step.remove")}
							</RemoveButton>
						</div>
					</fieldset>
				);
			})}
			{steps.length < mostSteps && (
				<div>
					<PlainButton
						data-add
						leftSection={<IconPlus size={16} />}
						onClick={() => onChange({ escalation: [...steps, nextStep(steps)] }, root)}
					>
						{t("step.add")}
					</PlainButton>
				</div>
			)}
		</div>
	);
}

function nextStep(steps: readonly TypedStep[]): TypedStep {
	const minutes = 30 * (steps.length + 1);
	return {
		after: { amount: String(minutes), unit: "minutes" },
		contactIds: [],
		contactGroupIds: [],
		channels: null,
	};
}
