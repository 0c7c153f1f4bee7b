import { Button, TextInput } from "@mantine/core";
import { IconKey, IconMailCheck, IconSend, IconTrash } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { toast } from "sonner";
import type { ContactDeliveryChannel, ContactDetails } from "../../../shared/message/contact";
import { isPhone, isPosted, type VerifiedDeliveryChannel } from "../../../shared/message/message";
import { suppressionText } from "../../../shared/message/suppression-text";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { addressLabels, deliveryChannelLabel } from "../../entities/contact";
import { StoppedText } from "../../entities/stopped-alerts";
import { useToastedRun } from "../../forms/toast-failure";
import { Callout } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { ButtonRow, PlainButton } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/contacts";
import { ActionFailure, useChannelActions } from "./channel-actions";
import { useKeepContact, useRefreshContacts } from "./contact-calls";
import { toContactInput, valuesOf } from "./contact-values";
import classes from "./contacts.module.css";
import { LastMessage } from "./last-message";
import { PushChannel } from "./push-channel";
import { TelegramChannel } from "./telegram-channel";

type ChannelsCardProps = { contact: ContactDetails; denial: string | null; onSecret: (secret: string) => void };

export function ChannelsCard({ contact, denial, onSecret }: ChannelsCardProps) {
	return (
		<Card title={t("channels")}>
			{contact.channels.filter(isOfForm).map((channel) => (
				<Channel
					// A new address remounts the row, which drops the former address's code.
					key={`${channel.channel} ${channel.address}`}
					contact={contact}
					channel={channel}
					denial={denial}
					onSecret={onSecret}
				/>
			))}
			<TelegramChannel contact={contact} denial={denial} />
			<PushChannel contact={contact} denial={denial} />
		</Card>
	);
}

const isOfForm = ({ channel }: ContactDeliveryChannel) => channel !== "push";

type ChannelProps = ChannelsCardProps & { channel: ContactDeliveryChannel };

function Channel({ contact, channel: row, denial, onSecret }: ChannelProps) {
	const { channel, address, status, isDefault, codeUntil } = row;
	const refresh = useRefreshContacts();
	const keep = useKeepContact();
	const { busy, failure, run } = useChannelActions();
	const { label, tone, meaning } = addressLabels[status];
	const isVerifiable = !isPosted(channel);
	const isGone = !isVerifiable && status === "bouncing";
	const optOuts = contact.optOuts.filter((each) => each.channel === channel && each.class !== "alerts");
	const stopped = contact.stopped.filter((each) => each.channel === channel);
	return (
		<section className={classes.channel} aria-label={deliveryChannelLabel(channel)}>
			<div className={classes.channelHead}>
				<h3 className={classes.channelName}>{deliveryChannelLabel(channel)}</h3>
				{isVerifiable && <StatusChip tone={tone}>{label}</StatusChip>}
				{isGone && <StatusChip tone="bad">{t("gone")}</StatusChip>}
				{isDefault && <StatusChip tone="info">{t("usual")}</StatusChip>}
			</div>
			<p className={layout.text}>{address || row.label}</p>
			<p className={layout.wrappedNote}>
				{isVerifiable && `${meaning}. `}
				{isGone ? suppressionText.addressGone : <LastMessage channel={row} />}
			</p>
			{optOuts.map(({ class: messageClass, until }) => (
				<p key={messageClass} className={layout.wrappedNote}>
					{until
						? rich("stopped.until", { class: messageClass, chip, time: <TimeStamp at={until.getTime()} /> })
						: rich("stopped", { class: messageClass, chip })}
				</p>
			))}
			{stopped.map((each) => (
				<p key={each.rule?.id ?? "all"} className={layout.wrappedNote}>
					{rich("stopped.byLink", { chip, story: <StoppedText stopped={each} /> })}
				</p>
			))}
			{row.isInRules === false && <p className={layout.wrappedNote}>{t("notInRules")}</p>}
			<UseForAlerts contact={contact} denial={denial} channel={row} />
			<div className={classes.actions}>
				<GuardedButton
					denial={denial}
					icon={<IconSend size={16} />}
					isLoading={busy === "test"}
					onClick={() =>
						void run("test", async () => {
							await trpcClient.contact.sendTest.mutate({ contactId: contact.id, channel });
							toast.success(t("test.sent", { name: contact.fullName }));
							await refresh();
						})
					}
				>
					{t("test.send")}
				</GuardedButton>
				{isVerifiable && status !== "verified" && (
					<GuardedButton
						denial={denial}
						icon={<IconMailCheck size={16} />}
						isLoading={busy === "code"}
						onClick={() =>
							void run("code", async () => {
								await trpcClient.contact.sendCode.mutate({ contactId: contact.id, channel });
								toast.success(sentTexts[channel]);
								await refresh();
							})
						}
					>
						{proofLabels[channel][codeUntil === null ? "first" : "again"]}
					</GuardedButton>
				)}
				{channel === "telegram" && (
					<GuardedButton
						denial={denial}
						icon={<IconTrash size={16} />}
						isLoading={busy === "end"}
						onClick={() =>
							void run("end", async () => keep(await trpcClient.contact.endTelegram.mutate({ contactId: contact.id })))
						}
					>
						{t("telegram.end")}
					</GuardedButton>
				)}
				{channel === "webhook" && (
					<GuardedButton
						denial={denial}
						icon={<IconKey size={16} />}
						isLoading={busy === "secret"}
						onClick={() =>
							void run("secret", async () => {
								const { secret } = await trpcClient.contact.replaceSecret.mutate({ contactId: contact.id, channel });
								if (secret !== null) onSecret(secret);
								await refresh();
							})
						}
					>
						{t("secret.new")}
					</GuardedButton>
				)}
			</div>
			<ActionFailure text={failure} />
			{channel === "email" && codeUntil && status !== "verified" && (
				<p className={layout.wrappedNote}>{rich("link.sentUntil", { time: <TimeStamp at={codeUntil.getTime()} /> })}</p>
			)}
			{isPhone(channel) && denial === null && codeUntil && status !== "verified" && (
				<CodeForm contactId={contact.id} channel={channel} />
			)}
		</section>
	);
}

const chip = (text: ReactNode) => <StatusChip tone="warn">{text}</StatusChip>;

type UseForAlertsProps = Omit<ChannelProps, "onSecret">;

function UseForAlerts({ contact, channel: row, denial }: UseForAlertsProps) {
	const keep = useKeepContact();
	const [isAsked, setIsAsked] = useState(true);
	const { isBusy, run } = useToastedRun();
	const isOpen = isPhone(row.channel) && row.status === "verified" && !row.isDefault && row.isInRules === false;
	if (!isOpen || !isAsked || denial !== null) return null;
	const use = () =>
		run(async () => {
			const values = valuesOf(contact);
			const input = toContactInput({ ...values, defaultChannels: [...values.defaultChannels, row.channel] });
			const base = { contactId: contact.id, version: contact.version };
			const saved = await trpcClient.contact.updateContact.mutate({ ...input, ...base });
			await keep(saved.contact);
			toast.success(t("useForAlerts.done"));
		});
	return (
		<Callout tone="brand" role="status">
			<p>{t("useForAlerts.question")}</p>
			<ButtonRow>
				<PlainButton onClick={() => setIsAsked(false)}>{t("useForAlerts.notNow")}</PlainButton>
				<Button loading={isBusy} onClick={() => void use()}>
					{t("useForAlerts")}
				</Button>
			</ButtonRow>
		</Callout>
	);
}

const proofLabels = {
	email: { first: t("link.send"), again: t("link.sendAgain") },
	sms: { first: t("code.send"), again: t("code.sendAgain") },
	call: { first: t("code.call"), again: t("code.callAgain") },
};

const sentTexts = { email: t("link.sent"), sms: t("code.sent"), call: t("code.called") };

function CodeForm({ contactId, channel }: { contactId: string; channel: VerifiedDeliveryChannel }) {
	const keep = useKeepContact();
	const [code, setCode] = useState("");
	const [error, setError] = useState<string | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (isBusy) return;
		setIsBusy(true);
		setError(null);
		try {
			await keep(await trpcClient.contact.verifyAddress.mutate({ contactId, channel, code }));
			toast.success(t("code.verified"));
		} catch (failure) {
			setError(readFailure(failure).fields.code ?? sentenceFor(failure));
			setIsBusy(false);
		}
	};
	return (
		<form className={classes.code} noValidate onSubmit={(event) => void submit(event)}>
			<TextInput
				label={t("code")}
				description={t("code.help")}
				inputMode="numeric"
				autoComplete="off"
				maxLength={12}
				value={code}
				error={error}
				onChange={({ currentTarget: { value } }) => setCode(value)}
			/>
			<Button type="submit" loading={isBusy}>
				{t("code.verify")}
			</Button>
		</form>
	);
}

export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
	return (
		<Card title={t("secret.title")}>
			<div className={layout.padded}>
				<Callout tone="warn" takesFocus>
					{rich("secret.copyNow", { b: (text) => <b>{text}</b> })}
				</Callout>
				<div className={classes.secret} data-sentry-block>
					{secret}
				</div>
				<ButtonRow>
					<Button onClick={onDone}>{t("secret.copied")}</Button>
				</ButtonRow>
			</div>
		</Card>
	);
}
