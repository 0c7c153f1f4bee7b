import { IconApi } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { ApiCall } from "../../../shared/account/api-call";
import { t } from "../../words/made/lists";
import { IconButton } from "../form/icon-button";
import classes from "./api-call.module.css";

const ApiCallDialog = lazy(async () => ({ default: (await import("./api-call-dialog")).ApiCallDialog }));

/** `calls`: several if the screen merges lists. `isWider`: the screen filters by more than a call can. */
export type ListedCalls = { calls: () => ApiCall[]; isWider?: boolean };

export function ApiCallButton({ calls, isWider = false }: ListedCalls) {
	const [opened, setOpened] = useState<ApiCall[] | null>(null);
	return (
		<>
			<IconButton
				className={classes.button}
				label={t("apiCall")}
				icon={<IconApi size={17} stroke={1.7} />}
				onClick={() => setOpened(calls())}
			/>
			{opened && (
				<Suspense>
					<ApiCallDialog calls={opened} isWider={isWider} onClose={() => setOpened(null)} />
				</Suspense>
			)}
		</>
	);
}
