import { useState } from "react";
import { checkPassword, longestPassword } from "../../../shared/session/password-policy";
import type { PasswordPolicy } from "../../../shared/session/password-setting";
import type { AuthResponse } from "../../api/auth-api";
import { SubtleButton } from "../../ui/form/buttons";
import { useTickingNow } from "../../ui/time/ticking-now";
import { t } from "../../words/made/password";
import classes from "./step-form.module.css";

const resendAfterMs = 20_000;

const laterNotes = ["signed-up", "confirm-first", "confirm-unsent", "reset-asked", "reset-required"] as const;
export type LaterNoteName = (typeof laterNotes)[number];

/** The sign-in screen shows none of these notes, so their words stay off the first screen. */
export function laterNoteSentence(name: unknown): string | null {
	const note = laterNotes.find((known) => known === name);
	return note === undefined ? null : t(`note.${note}`);
}

export function codeComplaint(code: string): string | false {
	return code === "" && t("code.missing");
}

/** If the policy is unknown, only the sign-in service validates. */
export function newPasswordComplaint(policy: PasswordPolicy | null, password: string): string | false {
	if (password === "") return t("newPassword.missing");
	if (password.length > longestPassword) return t("tooLong", { most: longestPassword });
	if (policy === null || checkPassword(policy, password).every(({ isMet }) => isMet)) return false;
	return t("newPassword.againstRules");
}

/** Password managers read it where the address is known and must not change. */
export function KnownUserName({ email }: { email: string }) {
	return <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />;
}

type SendCodeAgainProps = { send: () => Promise<AuthResponse<unknown>>; onSent: () => void };

export function SendCodeAgain({ send, onSent }: SendCodeAgainProps) {
	const [outcome, setOutcome] = useState<{ at: number; denial: string | null } | null>(null);
	const [isSending, setIsSending] = useState(false);
	const now = useTickingNow(1_000);
	const waitSeconds =
		outcome === null ? 0 : Math.ceil(Math.min(resendAfterMs, outcome.at + resendAfterMs - now) / 1_000);
	const isWaiting = waitSeconds > 0;

	const ask = async () => {
		if (isWaiting || isSending) return;
		setIsSending(true);
		const response = await send();
		setIsSending(false);
		setOutcome({ at: Date.now(), denial: response.ok ? null : response.failure.shown });
		if (response.ok) onSent();
	};

	return (
		<div className={classes.again}>
			{/* Not `disabled`, which would take the focus. */}
			<SubtleButton
				size="sm"
				aria-disabled={isWaiting || isSending}
				data-disabled={isWaiting || isSending || undefined}
				onClick={ask}
			>
				{isWaiting ? t("code.sendAgainIn", { seconds: waitSeconds }) : t("code.sendAgain")}
			</SubtleButton>
			<div role="status" data-refused={outcome?.denial != null}>
				{outcome !== null && (outcome.denial ?? t("code.sentAgain"))}
			</div>
		</div>
	);
}
