import { Button } from "@mantine/core";
import { useState } from "react";
import type { AuthResponse } from "../../api/auth-api";
import { useTickingNow } from "../../ui/time/ticking-now";
import { t } from "../../words/made/session";
import classes from "./step-form.module.css";

const resendAfterMs = 20_000;

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
			<Button
				variant="subtle"
				size="sm"
				aria-disabled={isWaiting || isSending}
				data-disabled={isWaiting || isSending || undefined}
				onClick={ask}
			>
				{isWaiting ? t("code.sendAgainIn", { seconds: waitSeconds }) : t("code.sendAgain")}
			</Button>
			<div role="status" data-refused={outcome?.denial != null}>
				{outcome !== null && (outcome.denial ?? t("code.sentAgain"))}
			</div>
		</div>
	);
}
