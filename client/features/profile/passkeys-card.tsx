import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { addPasskeyPurpose, removePasskeyPurpose } from "../../../shared/session/identity-confirmation";
import type { Passkey, Passkeys, PasskeyToAdd } from "../../../shared/session/session";
import { denialOf, passkeysQuery, useAuthMutation } from "../../api/auth-call";
import { useAuthConfig } from "../../api/auth-config";
import { canUsePasskeys, createPasskey, passkeyApi } from "../../api/passkey-api";
import { takeFocus } from "../../ui/feedback/notes";
import { ButtonRow, FormButtons, FormFailure, PlainButton, SmallButton } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/passkey";
import { PasswordProofForm } from "./password-proof";
import classes from "./profile.module.css";
import { useProfileForm } from "./profile-form";

type Task =
	| { kind: "add" }
	| { kind: "create"; options: PasskeyToAdd["options"] }
	| { kind: "remove"; passkey: Passkey };

export function PasskeysCard({ email }: { email: string }) {
	const isOffered = useAuthConfig()?.hasPasskeys === true;
	const { data, error, refetch, isFetching } = useQuery({ ...passkeysQuery(), enabled: isOffered });
	const [task, setTask] = useState<Task | null>(null);
	const [isChanged, setIsChanged] = useState(false);
	const keep = useKeepPasskeys();
	if (!isOffered) return null;

	const begin = (next: Task) => {
		setIsChanged(false);
		setTask(next);
	};
	const cancel = () => setTask(null);
	const finish = (done: string) => (left: Passkeys) => {
		keep(left);
		toast.success(done);
		setIsChanged(true);
		setTask(null);
	};

	return (
		<Card title={t("title")}>
			{data && data.passkeys.length > 0 && (
				<Rows
					rows={data.passkeys.map((passkey) => ({
						key: passkey.id,
						name: nameOf(passkey),
						under: passkey.createdAt !== null && rich("added", { at: <TimeStamp at={passkey.createdAt} /> }),
						end: (
							<SmallButton
								aria-label={t("remove.named", { name: nameOf(passkey) })}
								onClick={() => begin({ kind: "remove", passkey })}
							>
								{t("remove")}
							</SmallButton>
						),
					}))}
				/>
			)}
			<div className={data && data.passkeys.length > 0 ? classes.part : undefined}>
				<div className={classes.form}>
					{error !== null && data === undefined && (
						<>
							<p role="alert" className={classes.lead}>
								{denialOf(error)?.isOutage === false ? denialOf(error)?.shown : t("unavailable")}
							</p>
							<ButtonRow>
								<PlainButton loading={isFetching} onClick={() => refetch()}>
									{t("tryAgain")}
								</PlainButton>
							</ButtonRow>
						</>
					)}
					{task === null && data && (
						<>
							<p className={classes.lead} {...(isChanged && { ref: takeFocus, tabIndex: -1 })}>
								{t("lead")}
							</p>
							{canUsePasskeys() && (
								<ButtonRow>
									<PlainButton onClick={() => begin({ kind: "add" })}>{t("add")}</PlainButton>
								</ButtonRow>
							)}
						</>
					)}
					{task?.kind === "add" && (
						<PasswordProofForm
							email={email}
							lead={t("add.proof")}
							action={t("continue")}
							passkeyPurpose={data && data.passkeys.length > 0 ? addPasskeyPurpose : null}
							send={(password) => passkeyApi.add({ password })}
							sendPasskey={passkeyApi.add}
							onDone={({ options }) => setTask({ kind: "create", options })}
							onCancel={cancel}
						/>
					)}
					{task?.kind === "create" && (
						<CreateForm options={task.options} onDone={finish(t("create.done"))} onCancel={cancel} />
					)}
					{task?.kind === "remove" && (
						<PasswordProofForm
							key={task.passkey.id}
							email={email}
							lead={t("remove.lead", { name: nameOf(task.passkey) })}
							action={t("remove")}
							passkeyPurpose={removePasskeyPurpose}
							send={(password) => passkeyApi.remove({ password, passkeyId: task.passkey.id })}
							sendPasskey={(proof) => passkeyApi.remove({ ...proof, passkeyId: task.passkey.id })}
							onDone={finish(t("remove.done"))}
							onCancel={cancel}
						/>
					)}
				</div>
			</div>
		</Card>
	);
}

function nameOf({ name }: Passkey): string {
	return name === "" ? t("unnamed") : name;
}

function useKeepPasskeys(): (passkeys: Passkeys) => void {
	const queryClient = useQueryClient();
	return (passkeys) => void queryClient.setQueryData(passkeysQuery().queryKey, passkeys);
}

type CreateFormProps = {
	options: PasskeyToAdd["options"];
	onDone: (passkeys: Passkeys) => void;
	onCancel: () => void;
};

/** A press of its own: some browsers open their dialog only from one. */
function CreateForm({ options, onDone, onCancel }: CreateFormProps) {
	const form = useProfileForm([]);
	const [isOpen, setIsOpen] = useState(false);
	const queryClient = useQueryClient();
	const storing = useAuthMutation(passkeyApi.added, onDone);
	const reject = (error: unknown) => {
		form.reject(error);
		// It may be stored although the response was lost.
		void queryClient.invalidateQueries(passkeysQuery());
	};
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (isOpen || storing.isPending) return;
		form.clear();
		setIsOpen(true);
		const created = await createPasskey(options);
		setIsOpen(false);
		if (created.ok) storing.mutate({ credential: created.value }, { onError: reject });
		else form.fail(t(`create.${created.fault}`));
	};
	return (
		<form noValidate className={`${layout.form} ${classes.inner}`} onSubmit={submit}>
			<p ref={takeFocus} tabIndex={-1} className={classes.lead}>
				{t("create.lead")}
			</p>
			<FormFailure failure={form.failure} />
			<FormButtons label={t("create")} isBusy={isOpen || storing.isPending} onCancel={onCancel} />
		</form>
	);
}
