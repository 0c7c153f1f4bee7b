import { Button, Checkbox, Textarea } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMemo, useRef } from "react";
import type { Contact, ContactGroup } from "../../../shared/contact";
import { DeliveryChannel } from "../../../shared/message";
import { deliveryChannelLabels, reachLabels, reachOf } from "../../entities/contact";
import { MultiSelect } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { Card } from "../../ui/layout/card";
import type { AlertValues, TypedStep } from "./alert-values";
import classes from "./alerts.module.css";
import type { ChangeAlert } from "./rule-sentence";
import { type ErrorAt, SentenceText, Span, Typed } from "./sentence-parts";

const mostSteps = 5;
const shownOptions = 100;

type Choices = { contacts: Contact[]; contactGroups: ContactGroup[] };

type RecipientsCardProps = Choices & { values: AlertValues; errorAt: ErrorAt; onChange: ChangeAlert };

export function RecipientsCard({ values, errorAt, onChange, ...choices }: RecipientsCardProps) {
	const { channels, reminder } = values;
	return (
		<Card title="Who is notified">
			<div className={classes.fields}>
				<RecipientFields
					recipients={values}
					path=""
					errorAt={errorAt}
					onChange={(changes, path) => onChange(changes, path)}
					{...choices}
				/>
				<ChannelFields
					name="Message channels"
					channels={channels}
					error={errorAt("notification.channels")}
					onChange={(next) => onChange({ channels: next }, "notification.channels")}
				/>
				<Textarea
					label="What to do"
					description="Included in every message of this alert."
					autosize
					minRows={2}
					maxRows={8}
					value={values.description}
					error={errorAt("description")}
					onChange={(event) => onChange({ description: event.currentTarget.value }, "description")}
				/>
				<div>
					<Checkbox
						label="Send reminders until somebody acknowledges it"
						checked={reminder.isOn}
						onChange={(event) =>
							onChange({ reminder: { ...reminder, isOn: event.currentTarget.checked } }, "notification.reminder")
						}
					/>
					{reminder.isOn && (
						<div className={classes.sentence}>
							<SentenceText>Every</SentenceText>
							<Span
								label="Reminder every"
								value={reminder.every}
								error={errorAt("notification.reminder.everySeconds")}
								onChange={(every) =>
									onChange({ reminder: { ...reminder, every } }, "notification.reminder.everySeconds")
								}
							/>
							<SentenceText>, at most</SentenceText>
							<Typed
								label="Most reminders"
								placeholder="any"
								value={reminder.atMost}
								error={errorAt("notification.reminder.atMost")}
								onChange={(atMost) => onChange({ reminder: { ...reminder, atMost } }, "notification.reminder.atMost")}
							/>
							<SentenceText>times</SentenceText>
						</div>
					)}
				</div>
				<Escalation steps={values.escalation} errorAt={errorAt} onChange={onChange} {...choices} />
			</div>
		</Card>
	);
}

type Recipients = Pick<AlertValues, "contactIds" | "contactGroupIds">;

type RecipientFieldsProps = Choices & {
	recipients: Recipients;
	/** Before the fields' names in the input. */
	path: string;
	errorAt: ErrorAt;
	onChange: (changes: Partial<Recipients>, path: string) => void;
};

function RecipientFields(props: RecipientFieldsProps) {
	const { recipients, path, contacts, contactGroups, errorAt, onChange } = props;
	const people = useMemo(() => contacts.map(contactOption), [contacts]);
	const options = useSteadyOptions(withGone(people, recipients.contactIds, "A contact that is gone"));
	const groups = useSteadyOptions(
		withGone(
			contactGroups.map(({ id, name }) => ({ value: id, label: name })),
			recipients.contactGroupIds,
			"A contact group that is gone",
		),
	);
	return (
		<>
			<MultiSelect
				label="Contacts"
				searchable
				clearable
				hidePickedOptions
				limit={shownOptions}
				nothingFoundMessage="No other contact found"
				clearButtonProps={{ "aria-label": "Clear: Contacts" }}
				{...options}
				value={recipients.contactIds}
				error={errorAt(`${path}contactIds`)}
				onChange={(ids) => onChange({ contactIds: [...ids].sort() }, `${path}contactIds`)}
			/>
			{(contactGroups.length > 0 || recipients.contactGroupIds.length > 0) && (
				<MultiSelect
					label="Contact groups"
					searchable
					clearable
					hidePickedOptions
					limit={shownOptions}
					nothingFoundMessage="No other contact group found"
					clearButtonProps={{ "aria-label": "Clear: Contact groups" }}
					{...groups}
					value={recipients.contactGroupIds}
					error={errorAt(`${path}contactGroupIds`)}
					onChange={(ids) => onChange({ contactGroupIds: [...ids].sort() }, `${path}contactGroupIds`)}
				/>
			)}
		</>
	);
}

/** Who cannot be reached for certain is chosen knowingly. */
function contactOption(contact: Contact) {
	const reach = reachOf(contact);
	const note = reach === "reachable" ? "" : ` (${reachLabels[reach].label.toLowerCase()})`;
	return { value: contact.id, label: `${contact.fullName}${note}` };
}

function withGone(options: { value: string; label: string }[], chosen: readonly string[], label: string) {
	const known = new Set(options.map(({ value }) => value));
	return [...options, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label }))];
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
				label="By the usual channels of each contact"
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
					<div className={classes.checks}>
						{DeliveryChannel.options.map((channel, index) => (
							<Checkbox
								key={channel}
								value={channel}
								label={deliveryChannelLabels[channel]}
								// The group has no field of its own that could take the focus.
								aria-invalid={(index === 0 && error !== undefined) || undefined}
							/>
						))}
					</div>
				</Checkbox.Group>
			)}
		</div>
	);
}

type EscalationProps = Choices & { steps: TypedStep[]; errorAt: ErrorAt; onChange: ChangeAlert };

function Escalation({ steps, errorAt, onChange, ...choices }: EscalationProps) {
	const list = useRef<HTMLDivElement>(null);
	const root = "notification.escalation";
	const change = (index: number, changes: Partial<TypedStep>, path: string) =>
		onChange({ escalation: steps.map((step, place) => (place === index ? { ...step, ...changes } : step)) }, path);
	const remove = (index: number) => {
		onChange({ escalation: steps.filter((_, place) => place !== index) }, root);
		// What had the focus is gone.
		list.current?.querySelector<HTMLElement>("[data-add]")?.focus();
	};
	return (
		<div ref={list} className={classes.column}>
			{steps.map((step, index) => {
				const path = `${root}.${index}.`;
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: a step is its place, and its fields are controlled
					<fieldset key={index} className={classes.step} aria-label={`Escalation step ${index + 1}`}>
						<div className={classes.sentence}>
							<SentenceText>If nobody has acknowledged it after</SentenceText>
							<Span
								label={`Step ${index + 1} after`}
								value={step.after}
								error={errorAt(`${path}afterSeconds`)}
								onChange={(after) => change(index, { after }, `${path}afterSeconds`)}
							/>
							<SentenceText>, notify</SentenceText>
						</div>
						<RecipientFields
							recipients={step}
							path={path}
							errorAt={errorAt}
							onChange={(changes, at) => change(index, changes, at)}
							{...choices}
						/>
						<ChannelFields
							name={`Message channels of step ${index + 1}`}
							channels={step.channels}
							error={errorAt(`${path}channels`)}
							onChange={(channels) => change(index, { channels }, `${path}channels`)}
						/>
						<div>
							<Button
								variant="subtle"
								color="red"
								size="compact-md"
								leftSection={<IconTrash size={16} />}
								aria-label={`Remove escalation step ${index + 1}`}
								onClick={() => remove(index)}
							>
								Remove step
							</Button>
						</div>
					</fieldset>
				);
			})}
			{steps.length < mostSteps && (
				<div>
					<Button
						data-add
						variant="default"
						leftSection={<IconPlus size={16} />}
						onClick={() => onChange({ escalation: [...steps, nextStep(steps)] }, root)}
					>
						Add escalation step
					</Button>
				</div>
			)}
		</div>
	);
}

function nextStep(steps: readonly TypedStep[]): TypedStep {
	const minutes = 30 * (steps.length + 1);
	return {
		...{ after: { amount: String(minutes), unit: "minutes" }, contactIds: [], contactGroupIds: [], channels: null },
	};
}
