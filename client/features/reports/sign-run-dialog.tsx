import { Radio, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import type { AuthField } from "../../../shared/auth-errors";
import { signPurpose } from "../../../shared/identity-confirmation";
import { type ReportFile, type ReportRun, SignatureMeaning, SignReport } from "../../../shared/report";
import type { Challenge, MfaMethod } from "../../../shared/session";
import { readFailure } from "../../api/api-error";
import { confirmIdentity, refusalOf } from "../../api/auth-call";
import { trpc, trpcClient } from "../../api/trpc";
import { secondStepNames } from "../../entities/labels";
import { ActDialog, NotSent } from "../../forms/act-dialog";
import { codeFrom, OneTimeCodeInput } from "../../ui/form/one-time-code-input";
import { OwnPasswordInput } from "../../ui/form/own-password-input";
import { errorsFrom } from "../../ui/form/schema-errors";
import { meaningLabels } from "./report-labels";
import classes from "./sign-run-dialog.module.css";

type SignRunDialogProps = {
	run: Pick<ReportRun, "id">;
	file: ReportFile;
	/** Of who signs. */
	me: { name: string; email: string };
	onClose: () => void;
};

const declarations: Record<SignatureMeaning, string> = {
	reviewed: "I have read this file.",
	approved: "I agree with what it says.",
	rejected: "I don't agree, for the reason below.",
};

type Errors = { meaning?: string; reason?: string; password?: string; code?: string };
type Asked = Exclude<Challenge, { name: "NEW_PASSWORD_REQUIRED" | "MFA_SETUP" }>;

/**
 * Signs a file by name, which is for good: whoever does it enters the password again, and the code of a second step. The
 * dialog stays until the signature is stored, and keeps what was typed.
 */
export function SignRunDialog({ run, file, me, onClose }: SignRunDialogProps) {
	const queryClient = useQueryClient();
	const [meaning, setMeaning] = useState<SignatureMeaning | null>(null);
	const [reason, setReason] = useState("");
	const [password, setPassword] = useState("");
	const [code, setCode] = useState("");
	const [method, setMethod] = useState<MfaMethod | null>(null);
	const [challenge, setChallenge] = useState<Asked | null>(null);
	const [errors, setErrors] = useState<Errors>({});
	const purpose = signPurpose({ runId: run.id, sha256: file.sha256 });

	const refuse = (found: Errors): never => {
		setErrors(found);
		throw new NotSent();
	};

	/** The signature's own fields first: a password is asked for once they are complete. */
	const parsed = (): SignReport => {
		const input = { runId: run.id, fileId: file.id, meaning, reason };
		const complaints = errorsFrom(SignReport, input);
		if (meaning === null) return refuse({ meaning: "Choose what your signature means." });
		if (complaints.reason !== undefined) return refuse({ reason: complaints.reason });
		if (challenge === null && password === "") return refuse({ password: "Enter your password." });
		if (challenge?.name === "SELECT_MFA_TYPE" && method === null) return refuse({ code: "Choose one." });
		const asksCode = challenge !== null && challenge.name !== "SELECT_MFA_TYPE";
		if (asksCode && codeFrom(code) === "") return refuse({ code: "Enter the code." });
		return { ...input, meaning };
	};

	/** False: a code is asked for next. */
	const confirm = async (): Promise<boolean> => {
		try {
			const answer = await confirmIdentity(proofOf({ challenge, password, code, method, purpose }));
			if (answer.status === "confirmed") return true;
			const { challenge: next } = answer;
			if (next.name === "NEW_PASSWORD_REQUIRED" || next.name === "MFA_SETUP") return true;
			setChallenge(next);
			setCode("");
			return false;
		} catch (error) {
			const refusal = refusalOf(error);
			if (refusal?.name === "ChallengeExpired") {
				setChallenge(null);
				return refuse({ password: "The code took too long. Enter your password again." });
			}
			const field = refusal === null ? null : fieldOf(refusal.field);
			if (refusal !== null && field !== null) return refuse({ [field]: refusal.shown });
			// A session that is over is shown as any call shows it.
			if (refusal === null || readFailure(error).httpStatus === 401) throw error;
			throw new NotSent(refusal.shown);
		}
	};

	const sign = async () => {
		const input = parsed();
		setErrors({});
		if (!(await confirm())) throw new NotSent();
		await trpcClient.report.signReport.mutate(input);
		toast.success(`Signed as ${meaningLabels[input.meaning].label.toLowerCase()}.`);
		await queryClient.invalidateQueries(trpc.report.pathFilter());
	};

	return (
		<ActDialog
			title="Sign this file"
			label="Sign"
			act={sign}
			onClose={onClose}
			onRefused={({ reason: why, fields }) => {
				// It took longer than two minutes: the password is asked for again, the rest stays.
				if (why === "IDENTITY_NOT_CONFIRMED") setChallenge(null);
				if (fields.reason === undefined) return false;
				setErrors({ reason: fields.reason });
				return true;
			}}
		>
			<SignedFile file={file} name={me.name} />
			<Radio.Group
				label="Your signature means"
				value={meaning}
				error={errors.meaning}
				onChange={(chosen) => {
					setMeaning(SignatureMeaning.parse(chosen));
					setErrors({});
				}}
			>
				{SignatureMeaning.options.map((each) => (
					<Radio key={each} mt={8} value={each} {...textsOf(each)} />
				))}
			</Radio.Group>
			<Textarea
				label={meaning === "rejected" ? "Reason" : "Comment (optional)"}
				autosize
				minRows={2}
				maxRows={6}
				value={reason}
				error={errors.reason}
				onChange={(event) => {
					setReason(event.currentTarget.value);
					setErrors({});
				}}
			/>
			{challenge === null ? (
				<OwnPasswordInput
					email={me.email}
					value={password}
					error={errors.password}
					onChange={(typed) => {
						setPassword(typed);
						setErrors({});
					}}
				/>
			) : (
				<SecondStep
					{...{ challenge, code, method, error: errors.code }}
					onCode={(typed) => {
						setCode(typed);
						setErrors({});
					}}
					onMethod={(chosen) => {
						setMethod(chosen);
						setErrors({});
					}}
				/>
			)}
		</ActDialog>
	);
}

function textsOf(meaning: SignatureMeaning) {
	return { label: meaningLabels[meaning].label, description: declarations[meaning] };
}

type Proof = {
	challenge: Asked | null;
	password: string;
	code: string;
	method: MfaMethod | null;
	purpose: string;
};

function proofOf({ challenge, password, code, method, purpose }: Proof) {
	if (challenge === null) return { purpose, password };
	const { id: challengeId } = challenge;
	if (challenge.name === "SELECT_MFA_TYPE") return { purpose, challengeId, ...(method !== null && { method }) };
	return { purpose, challengeId, code: codeFrom(code) };
}

function fieldOf(field: AuthField | null): "password" | "code" | null {
	if (field === "currentPassword" || field === "password") return "password";
	return field === "code" || field === "method" ? "code" : null;
}

function SignedFile({ file, name }: { file: ReportFile; name: string }) {
	return (
		<>
			<dl className={classes.facts}>
				<dt>File</dt>
				<dd dir="auto">{file.name}</dd>
				<dt>SHA-256</dt>
				<dd className={classes.digits}>{file.sha256}</dd>
				<dt>Signed by</dt>
				<dd dir="auto">{name}</dd>
			</dl>
			<p className={classes.note}>
				A signature can't be changed or removed. Your name and e-mail address are stored with it and shown in the signed
				copy.
			</p>
		</>
	);
}

type SecondStepProps = {
	challenge: Asked;
	code: string;
	method: MfaMethod | null;
	error: string | undefined;
	onCode: (typed: string) => void;
	onMethod: (method: MfaMethod) => void;
};

function SecondStep({ challenge, code, method, error, onCode, onMethod }: SecondStepProps): ReactNode {
	if (challenge.name === "SELECT_MFA_TYPE") {
		return (
			<Radio.Group label="Confirm by" value={method} error={error}>
				{challenge.methods.map((each) => (
					<Radio key={each} mt={8} value={each} label={secondStepNames[each]} onChange={() => onMethod(each)} />
				))}
			</Radio.Group>
		);
	}
	return (
		<div>
			<p className={classes.note} role="status">
				{sentenceOf(challenge)}
			</p>
			<OneTimeCodeInput label="Code" autoFocus value={code} error={error} onChange={onCode} />
		</div>
	);
}

function sentenceOf(challenge: Exclude<Asked, { name: "SELECT_MFA_TYPE" }>): string {
	if (challenge.name === "SOFTWARE_TOKEN_MFA") return "Enter the code your authenticator app shows now.";
	const where = challenge.destination === null ? "" : ` to ${challenge.destination}`;
	return `We sent a code${where}. Enter it to sign the file.`;
}
