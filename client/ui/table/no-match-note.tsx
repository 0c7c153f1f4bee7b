import { IconFilterOff } from "@tabler/icons-react";
import { t } from "../../words/made/lists";
import { EmptyNote } from "../feedback/notes";
import { PlainButton } from "../form/buttons";
import type { ListNoun } from "./list-noun";

type NoMatchNoteProps = { noun: ListNoun; totalCount: number; onClear: () => void };

export function NoMatchNote({ noun, totalCount, onClear }: NoMatchNoteProps) {
	return (
		<EmptyNote
			icon={<IconFilterOff size={26} />}
			title={t("noMatch.title", { noun })}
			text={t("noMatch.text", { noun, count: totalCount })}
		>
			<PlainButton onClick={onClear}>{t("filter.clear")}</PlainButton>
		</EmptyNote>
	);
}
