import { Callout } from "../ui/feedback/notes";
import { ConflictNotice } from "../ui/form/conflict-notice";
import type { FormConflict } from "./versioned-form";

type VersionConflictProps<Values> = { thing: string; conflict: FormConflict<Values> | null };

export function VersionConflict<Values>({ thing, conflict }: VersionConflictProps<Values>) {
	if (conflict === null) return null;
	const { who, isSaved, taken, conflicts, version, choose } = conflict;
	return (
		<>
			{taken.length > 0 && (
				<Callout tone="warn" role="status">
					{who} saved other parts of this {thing} meanwhile: {taken.join(", ")}. They are taken over here. Save again to
					keep both.
				</Callout>
			)}
			{taken.length + conflicts.length === 0 && (
				<Callout tone={isSaved ? "brand" : "warn"} role="status">
					{isSaved
						? `This ${thing} is saved just as it stands here.`
						: `${who} saved something else of this ${thing} meanwhile. Save again to keep yours too.`}
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
