import { Anchor, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { attachmentUrl } from "../../../shared/base/attachment";
import { errorSentence } from "../../../shared/errors/error-sentence";
import type { IntegrationKey } from "../../../shared/ingest/integration-key";
import { EmailAddress } from "../../../shared/message/contact";
import type { MailFile, MailInbox, ReceivedMail } from "../../../shared/message/mail-inbox";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { appConstants } from "../../base/app-constants";
import { FormFailure, PlainButton, SmallButton, SubtleButton } from "../../ui/form/buttons";
import { Snippet } from "../../ui/form/snippet";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/mail";
import classes from "./integrations.module.css";
import { SourceView } from "./source-view";

type MailViewProps = { integration: IntegrationKey; onImport: (file: File) => void; onBack: () => void };

export function MailView({ integration, onImport, onBack }: MailViewProps) {
	const keyId = integration.id;
	const inbox = useQuery({
		...trpc.account.getMailInbox.queryOptions({ keyId }),
		refetchInterval: appConstants.refreshEveryMs,
	});
	const { data } = inbox;
	return (
		<SourceView lead={rich("lead", { name: <b>{integration.name}</b> })} source={inbox} onBack={onBack}>
			{data && !data.isOffered && <NoRows>{t("notOffered")}</NoRows>}
			{data?.isOffered && <Address keyId={keyId} address={data.address} />}
			{data?.isOffered && <Senders key={data.senders.join()} keyId={keyId} senders={data.senders} />}
			{data && <Mails keyId={keyId} inbox={data} onImport={onImport} />}
		</SourceView>
	);
}

function useShowInbox(keyId: string): (inbox: MailInbox) => void {
	const queryClient = useQueryClient();
	return (inbox) => queryClient.setQueryData(trpc.account.getMailInbox.queryKey({ keyId }), inbox);
}

function Address({ keyId, address }: { keyId: string; address: string | null }) {
	const [isConfirming, setIsConfirming] = useState(false);
	const show = useShowInbox(keyId);
	const renew = useMutation(
		trpc.account.renewMailAddress.mutationOptions({
			onSuccess: (inbox) => {
				show(inbox);
				setIsConfirming(false);
				toast.success(t("address.renewed"));
			},
		}),
	);
	const isSure = address === null || isConfirming;
	return (
		<section>
			{address === null ? (
				<p className={classes.detail}>{t("address.none")}</p>
			) : (
				<Snippet title={t("address")} text={address} />
			)}
			{isConfirming && <p className={classes.detail}>{t("address.renew.what")}</p>}
			<SmallButton
				mt={8}
				loading={renew.isPending}
				onClick={() => (isSure ? renew.mutate({ keyId }) : setIsConfirming(true))}
			>
				{address === null ? t("address.make") : t("address.renew")}
			</SmallButton>
			<FormFailure failure={renew.isError ? sentenceFor(renew.error) : null} />
		</section>
	);
}

function Senders({ keyId, senders }: { keyId: string; senders: string[] }) {
	const [text, setText] = useState(senders.join("\n"));
	const [complaint, setComplaint] = useState<string | null>(null);
	const show = useShowInbox(keyId);
	const saving = useMutation(
		trpc.account.saveMailSenders.mutationOptions({
			onSuccess: (inbox) => {
				show(inbox);
				toast.success(t("senders.saved"));
			},
		}),
	);
	const save = () => {
		const lines = text.split(/[\s,;]+/).filter((line) => line !== "");
		const bad = lines.find((line) => !EmailAddress.safeParse(line).success);
		setComplaint(bad === undefined ? null : t("senders.bad", { address: bad }));
		if (bad === undefined) saving.mutate({ keyId, senders: lines });
	};
	const [field] = saving.isError ? Object.values(readFailure(saving.error).fields) : [];
	const failure = saving.isError ? (field ?? sentenceFor(saving.error)) : null;
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				save();
			}}
		>
			<Textarea
				label={t("senders")}
				description={t("senders.help")}
				value={text}
				error={complaint ?? failure}
				onChange={(event) => setText(event.currentTarget.value)}
			/>
			<SmallButton type="submit" mt={8} loading={saving.isPending}>
				{t("senders.save")}
			</SmallButton>
		</form>
	);
}

type MailsProps = { keyId: string; inbox: MailInbox; onImport: (file: File) => void };

function Mails({ keyId, inbox, onImport }: MailsProps) {
	const show = useShowInbox(keyId);
	const settle = useMutation(trpc.account.settleMailFile.mutationOptions({ onSuccess: show }));
	const saving = useMutation(trpc.account.saveMailSenders.mutationOptions({ onSuccess: show }));
	const failed = [settle, saving].find(({ isError }) => isError);
	if (inbox.mails.length === 0) return inbox.address === null ? null : <NoRows>{t("mails.none")}</NoRows>;
	return (
		<>
			<ul className={layout.plain} aria-label={t("mails")}>
				{inbox.mails.map((mail) => (
					<Mail
						key={mail.id}
						mail={mail}
						isListed={inbox.senders.includes(mail.from)}
						onImport={onImport}
						onDone={(file) => settle.mutate({ keyId, mailId: mail.id, file })}
						onAddSender={() => saving.mutate({ keyId, senders: [...inbox.senders, mail.from] })}
					/>
				))}
			</ul>
			<FormFailure failure={failed ? sentenceFor(failed.error) : null} />
		</>
	);
}

type MailProps = {
	mail: ReceivedMail;
	isListed: boolean;
	onImport: (file: File) => void;
	onDone: (file: number) => void;
	onAddSender: () => void;
};

function Mail({ mail, isListed, onImport, onDone, onAddSender }: MailProps) {
	const { from, subject, standing, files, omitted, receivedAt } = mail;
	return (
		<li className={classes.message}>
			<div className={classes.detail}>
				<b>{subject || t("subject.none")}</b> {from} <TimeStamp at={receivedAt} show="age" />
			</div>
			{standing !== "listed" && <p className={classes.missing}>{t(`standing.${standing}`)}</p>}
			{standing === "unlisted" && !isListed && EmailAddress.safeParse(from).success && (
				<div className={classes.acts}>
					<PlainButton size="compact-sm" onClick={onAddSender}>
						{t("senders.add", { address: from })}
					</PlainButton>
				</div>
			)}
			{files.length === 0 && <p className={classes.detail}>{t("files.none")}</p>}
			{files.map((file, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the files of a mail have no other identity, and stay in order.
				<AttachedFile key={index} file={file} onImport={onImport} onDone={() => onDone(index)} />
			))}
			{omitted > 0 && <p className={classes.detail}>{t("files.omitted", { count: omitted })}</p>}
		</li>
	);
}

type AttachedFileProps = { file: MailFile; onImport: (file: File) => void; onDone: () => void };

function AttachedFile({ file, onImport, onDone }: AttachedFileProps) {
	const { name, attachmentId, state } = file;
	const [isLoading, setIsLoading] = useState(false);
	const open = async (id: string) => {
		setIsLoading(true);
		try {
			const response = await fetch(attachmentUrl(id));
			if (!response.ok) throw new Error(`status ${response.status}`);
			onImport(new File([await response.blob()], name));
		} catch {
			toast.error(t("import.failed"));
		}
		setIsLoading(false);
	};
	return (
		<div className={classes.detail}>
			{attachmentId === null ? name : <Anchor href={attachmentUrl(attachmentId)}>{name}</Anchor>}
			<div>{becameOf(file)}</div>
			{state === "waits" && attachmentId !== null && (
				<div className={classes.acts}>
					<PlainButton size="compact-sm" loading={isLoading} onClick={() => void open(attachmentId)}>
						{t("import", { name })}
					</PlainButton>
					<SubtleButton size="compact-sm" onClick={onDone}>
						{t("done", { name })}
					</SubtleButton>
				</div>
			)}
		</div>
	);
}

const rejections: ReadonlySet<string> = new Set(["empty", "tooLarge", "picture"]);

function becameOf({ state, reason, detail, accepted, rejected }: MailFile): string {
	if (state === "done") return t("state.done");
	if (state === "imported") {
		const made = accepted === 0 ? t("state.unchanged") : t("state.imported", { count: accepted });
		return rejected === 0 ? made : `${made} · ${t("rejected.cells", { count: rejected })}`;
	}
	if (state === "rejected" && (reason === null || !rejections.has(reason))) return t("notStored");
	if (reason === "unreadable") return t("reason.unreadable", { why: errorSentence(detail) });
	return t(`reason.${reason ?? "notLooked"}`);
}
