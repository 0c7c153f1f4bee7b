import { IconPlayerPause, IconPlayerPlay, IconTrash, IconUserShare } from "@tabler/icons-react";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { contactTextNames, contactTexts } from "../../../shared/base/plain-fields";
import { type ContactDetails, type ContactGroup, isQuietAt, type SavedContact } from "../../../shared/message/contact";
import { comma } from "../../base/comma-list";
import { weekHoursText } from "../../entities/clock-labels";
import { ReportLink, RuleLink } from "../../entities/entity-links";
import { useStableDenial } from "../../forms/stable-denial";
import { Callout } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { ReadOnlyNote } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { BackLink, Detail, Facts } from "../../ui/layout/detail";
import { TextLink } from "../../ui/layout/link";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows, Rows } from "../../ui/layout/rows";
import { PageActions } from "../../ui/table/page-actions";
import type { RowAction } from "../../ui/table/row-menu";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/contacts";
import { ChannelsCard, NewSecret } from "./channels-card";
import { useKeepContact } from "./contact-calls";
import { ContactDialogs, useContactQuestion } from "./contact-dialogs";
import { ContactForm } from "./contact-form";
import { emptyContact, type Named, valuesOf } from "./contact-values";

const list = { to: "/accounts/contacts/", title: t("all") } as const;

type Choices = { groups: ContactGroup[]; users: Named[] };

export function NewContact({ timeZone, ...choices }: Choices & { timeZone: string }) {
	const navigate = useNavigate();
	const keep = useKeepContact();
	const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
	const open = (contactId: string) =>
		void navigate({ to: "/accounts/contacts/edit/$contactId", params: { contactId }, replace: true });
	const done = async ({ contact, secret }: SavedContact) => {
		const name = contact.fullName;
		toast.success(contact.email === null ? t("created.plain", { name }) : t("created.withLink", { name }));
		await keep(contact);
		if (secret === null) open(contact.id);
		else setMade({ id: contact.id, secret });
	};
	return (
		<>
			<PageHead title={t("create.title")}>
				<BackLink to={list.to}>{list.title}</BackLink>
			</PageHead>
			{made ? (
				<NewSecret secret={made.secret} onDone={() => open(made.id)} />
			) : (
				<ContactForm
					contact={null}
					initialValues={emptyContact(timeZone)}
					{...choices}
					onSaved={(saved) => void done(saved)}
					onCancel={() => void navigate({ to: list.to })}
				/>
			)}
		</>
	);
}

type ContactPageProps = Choices & {
	contact: ContactDetails;
	denial: string | null;
	now: number;
	deliveries: ReactNode;
	history: RowAction;
};

export function ContactPage({ contact, now, deliveries, history, ...given }: ContactPageProps) {
	const { denial: denied, ...choices } = given;
	const denial = useStableDenial(denied);
	const keep = useKeepContact();
	const router = useRouter();
	const { question, askOf, close } = useContactQuestion();
	const [secret, setSecret] = useState<string | null>(null);
	const subtitle = [contact.title, contact.company].filter(Boolean).join(comma);
	const saved = async (result: SavedContact) => {
		toast.success(t("saved", { name: result.contact.fullName }));
		setSecret(result.secret);
		await keep(result.contact);
		await router.invalidate();
	};
	const isPaused = contact.pausedUntil !== null;
	const run = (kind: "pause" | "resume" | "replace" | "delete", rest: Pick<RowAction, "label" | "icon">): RowAction => {
		return { id: kind, asks: true, ...rest, denial, onRun: () => askOf(kind, contact) };
	};
	const actions = [
		isPaused
			? run("resume", { label: t("resume"), icon: <IconPlayerPlay size={16} stroke={1.7} /> })
			: run("pause", { label: t("pause"), icon: <IconPlayerPause size={16} stroke={1.7} /> }),
		run("replace", { label: t("replace"), icon: <IconUserShare size={16} stroke={1.7} /> }),
		...(history.denial ? [] : [history]),
		{ ...run("delete", { label: t("delete"), icon: <IconTrash size={16} stroke={1.7} /> }), isDangerous: true },
	];
	return (
		<Detail
			title={contact.fullName}
			subtitle={subtitle || t("contact")}
			list={list}
			actions={<PageActions name={contact.fullName} actions={actions} />}
			aside={
				<>
					<ChannelsCard contact={contact} denial={denial} onSecret={setSecret} />
					<UsesCard contact={contact} />
				</>
			}
		>
			{denial !== null && <ReadOnlyNote text={denial} />}
			{contact.pausedUntil && (
				<Callout tone="warn" role="status">
					{rich("pausedUntil", { time: <TimeStamp at={contact.pausedUntil.getTime()} isFocusable /> })}
				</Callout>
			)}
			{secret !== null && <NewSecret secret={secret} onDone={() => setSecret(null)} />}
			{denial === null ? (
				<ContactForm
					contact={contact}
					initialValues={valuesOf(contact)}
					{...choices}
					onSaved={(result) => void saved(result)}
				/>
			) : (
				<ContactFacts contact={contact} now={now} />
			)}
			{deliveries}
			<ContactDialogs question={question} onClose={close} isOwnPage />
		</Detail>
	);
}

function ContactFacts({ contact, now }: { contact: ContactDetails; now: number }) {
	return (
		<Card title={t("contact")}>
			<Facts
				facts={[
					{ label: t("name"), value: contact.fullName },
					...contactTextNames.map((text) => ({ label: contactTexts[text].label, value: contact[text] || "—" })),
					{ label: t("timeZone"), value: contact.timeZone, note: t("timeZone.note") },
					{
						label: t("quietHours"),
						value: weekHoursText(contact.quietHours) || t("quietHours.none"),
						note: isQuietAt(contact, now) ? t("quietHours.now") : null,
					},
					{ label: t("created"), value: <TimeStamp at={contact.createdAt.getTime()} isFocusable /> },
				]}
			/>
		</Card>
	);
}

function UsesCard({ contact: { uses, useCounts, channels } }: { contact: ContactDetails }) {
	const { roles = 0 } = useCounts;
	const isKnown = channels.some(({ isInRules }) => isInRules !== undefined);
	const only = <StatusChip tone="warn">{t("onlyRecipient")}</StatusChip>;
	const rows = [
		...uses.alerts.map(({ id, name, isOnlyRecipient }) => ({
			key: id,
			name: <RuleLink id={id}>{name}</RuleLink>,
			end: isOnlyRecipient ? only : t("use.alert"),
		})),
		...(roles === 0 ? [] : [{ key: "roles", name: t("use.roles"), end: String(roles) }]),
		...uses.reports.map(({ id, name, isOnlyRecipient }) => ({
			key: id,
			name: <ReportLink id={id}>{name}</ReportLink>,
			end: isOnlyRecipient ? only : t("use.report"),
		})),
		...(!uses.storage
			? []
			: [
					{
						key: "storage",
						name: <TextLink to="/accounts/storage/">{t("use.storageWarnings")}</TextLink>,
						end: useCounts.storage > 0 ? t("use.storage") : t("use.storageThroughAlerts"),
					},
				]),
	];
	return (
		<Card title={t("usedBy")}>
			{isKnown && uses.alerts.length + roles === 0 && <NoRows>{t("notInRules")}</NoRows>}
			{!isKnown && <NoRows>{t("use.hidden")}</NoRows>}
			{rows.length > 0 && <Rows rows={rows} />}
		</Card>
	);
}
