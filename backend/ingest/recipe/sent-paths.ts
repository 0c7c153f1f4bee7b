import { withMessage } from "../../../shared/device/recipe/sent-paths";
import type { AccountDb } from "../../base/context";
import { findRecipeSender, saveRecipeSender } from "../../db/recipe-rows";

type Noted = { keyId: string; deviceId: string; version: number; found: readonly number[]; at: number };

/** Notes which values of the recipe a device sent. Costs a row only if a path is new, gone or back. */
export function noteSentPaths(db: AccountDb, { keyId, deviceId, ...sent }: Noted): void {
	const before = findRecipeSender(db, keyId, deviceId)?.paths ?? null;
	const paths = withMessage(before, sent);
	if (paths === before) return;
	saveRecipeSender(db, { keyId, deviceId, paths, hasMissing: Object.keys(paths.missing).length > 0 });
}
