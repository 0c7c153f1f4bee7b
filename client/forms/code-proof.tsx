import { useState } from "react";
import type { ConfirmedPurpose, SentProofCode } from "../../shared/session/identity-confirmation";
import { readFailure, sentenceFor } from "../api/api-error";
import { trpcClient } from "../api/trpc";
import { PlainButton } from "../ui/form/buttons";
import { codeFrom, OneTimeCodeInput } from "../ui/form/one-time-code-input";
import layout from "../ui/layout/layouts.module.css";
import { t } from "../words/made/sso-proof";
import classes from "./identity-proof.module.css";

type CodeProofProps = {
	purpose: ConfirmedPurpose;
	isSent: boolean;
	code: string;
	error: string | undefined;
	onSent: () => void;
	onCode: (typed: string) => void;
	onFault: (sentence: string) => void;
};

export function CodeProof({ purpose, isSent, code, error, onSent, onCode, onFault }: CodeProofProps) {
	const [sent, setSent] = useState<SentProofCode | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const send = async () => {
		setIsBusy(true);
		try {
			setSent(await trpcClient.session.sendProofCode.mutate({ purpose }));
			onSent();
		} catch (failure) {
			onFault(codeFault(failure));
		} finally {
			setIsBusy(false);
		}
	};
	return (
		<div className={classes.parts}>
			<p className={layout.help}>{t("code.lead")}</p>
			{isSent && (
				<>
					<p className={layout.help} role="status">
						{t("code.sent", { address: sent?.address ?? "" })}
					</p>
					<OneTimeCodeInput label={t("code.label")} autoFocus value={code} error={error} onChange={onCode} />
				</>
			)}
			<PlainButton fullWidth loading={isBusy} onClick={() => void send()}>
				{t(isSent ? "code.again" : "code.send")}
			</PlainButton>
			{!isSent && error !== undefined && (
				<p className={layout.help} role="alert">
					{error}
				</p>
			)}
		</div>
	);
}

export async function sendCode(purpose: ConfirmedPurpose, typed: string): Promise<string | null> {
	try {
		await trpcClient.session.confirmByCode.mutate({ purpose, code: codeFrom(typed) });
		return null;
	} catch (failure) {
		const { code } = readFailure(failure).fields;
		if (code === undefined) throw failure;
		return code;
	}
}

function codeFault(failure: unknown): string {
	return readFailure(failure).fields.code ?? sentenceFor(failure);
}
