import { useState } from "react";
import { readFailure, sentenceFor } from "../../api/api-error";
import { Callout } from "../../ui/feedback/notes";
import { PushDenied } from "./push-browser";

export function useChannelActions() {
	const [busy, setBusy] = useState<string | null>(null);
	const [failure, setFailure] = useState<string | null>(null);
	const run = async (what: string, action: () => Promise<unknown>) => {
		setBusy(what);
		setFailure(null);
		try {
			await action();
		} catch (error) {
			setFailure(failureText(error));
		} finally {
			setBusy(null);
		}
	};
	return { busy, failure, run };
}

function failureText(error: unknown): string {
	if (error instanceof PushDenied) return error.message;
	const { fields } = readFailure(error);
	return fields.channel ?? fields.endpoint ?? fields.p256dh ?? sentenceFor(error);
}

export function ActionFailure({ text }: { text: string | null }) {
	if (text === null) return null;
	return (
		<Callout tone="bad" role="alert">
			{text}
		</Callout>
	);
}
