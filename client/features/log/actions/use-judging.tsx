import { lazy, type ReactNode, Suspense, useState } from "react";
import { useIsWanted } from "../../../ui/feedback/lazy-parts";
import type { JudgeSubject } from "./judge-dialog";

const JudgeDialog = lazy(async () => ({ default: (await import("./judge-dialog")).JudgeDialog }));

export function useJudging(): { judge: (subject: JudgeSubject) => void; dialog: ReactNode } {
	const [subject, setSubject] = useState<JudgeSubject | null>(null);
	const isWanted = useIsWanted(subject !== null);
	const dialog = isWanted && (
		<Suspense>
			<JudgeDialog subject={subject} onClose={() => setSubject(null)} />
		</Suspense>
	);
	return { judge: setSubject, dialog };
}
