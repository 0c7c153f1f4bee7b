import { sentenceFor } from "../api/api-error";
import { Callout } from "../ui/feedback/notes";
import { PlainButton } from "../ui/form/buttons";
import layout from "../ui/layout/layouts.module.css";
import { t } from "../words/made/start";

type TryAgainNoteProps = { error: unknown; className: string | undefined; onRetry: () => void };

export function TryAgainNote({ error, className, onRetry }: TryAgainNoteProps) {
	if (error === null || error === undefined) return null;
	return (
		<Callout tone="bad" role="alert" className={`${layout.ends} ${className}`}>
			<span>{sentenceFor(error)}</span>
			<PlainButton size="xs" onClick={onRetry}>
				{t("tryAgain")}
			</PlainButton>
		</Callout>
	);
}
