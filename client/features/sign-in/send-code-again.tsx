import { Button } from "@mantine/core";
import { useState } from "react";
import type { AuthAnswer } from "../../api/auth-api";
import { useTickingNow } from "../../ui/time/relative-time";
import classes from "./step-form.module.css";

const waitMs = 20_000;

type SendCodeAgainProps = { send: () => Promise<AuthAnswer<unknown>>; onSent: () => void };

/** Asks for another code, and says when one may be asked for again. */
export function SendCodeAgain({ send, onSent }: SendCodeAgainProps) {
	const [outcome, setOutcome] = useState<{ at: number; refusal: string | null } | null>(null);
	const [isSending, setIsSending] = useState(false);
	const now = useTickingNow(1_000);
	// The shared clock may stand up to a step before the moment of the press.
	const waitSeconds = outcome === null ? 0 : Math.ceil(Math.min(waitMs, outcome.at + waitMs - now) / 1_000);
	const isWaiting = waitSeconds > 0;

	const ask = async () => {
		if (isWaiting || isSending) return;
		setIsSending(true);
		const answer = await send();
		setIsSending(false);
		setOutcome({ at: Date.now(), refusal: answer.ok ? null : answer.failure.shown });
		if (answer.ok) onSent();
	};

	return (
		<div className={classes.again}>
			{/* Not `disabled`, which would take the focus away from who just pressed it. */}
			<Button
				variant="subtle"
				size="sm"
				aria-disabled={isWaiting || isSending}
				data-disabled={isWaiting || isSending || undefined}
				onClick={ask}
			>
				{isWaiting ? `Send a new code (in ${waitSeconds} s)` : "Send a new code"}
			</Button>
			<div role="status" data-refused={outcome?.refusal != null}>
				{outcome !== null && (outcome.refusal ?? "If this address waits for a code, a new one is on its way.")}
			</div>
		</div>
	);
}
