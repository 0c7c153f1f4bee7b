import { commaList } from "../base/comma-list";
import { Callout } from "../ui/feedback/notes";
import { ConflictNotice } from "../ui/form/conflict-notice";
import { t } from "../words/made/forms";
import type { FormConflict } from "./versioned-form";

type VersionConflictProps<Values> = { thing: string; conflict: FormConflict<Values> | null };

export function VersionConflict<Values>({ thing, conflict }: VersionConflictProps<Values>) {
	if (conflict === null) return null;
	const { who, isSaved, taken, conflicts, version, choose } = conflict;
	return (
		<>
			{taken.length > 0 && (
				<Callout tone="warn" role="status">
					{t("conflict.taken", { ...who, thing, parts: commaList(taken) })}
				</Callout>
			)}
			{taken.length + conflicts.length === 0 && (
				<Callout tone={isSaved ? "brand" : "warn"} role="status">
					{isSaved ? t("conflict.saved", { thing }) : t("conflict.other", { ...who, thing })}
				</Callout>
			)}
			{conflicts.length > 0 && (
				<ConflictNotice
					key={version}
					who={who}
					fields={conflicts}
					onKeepMine={({ part }) => choose(part, "mine")}
					onTakeTheirs={({ part }) => choose(part, "theirs")}
				/>
			)}
		</>
	);
}
