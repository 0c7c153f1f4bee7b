import type { GetImports, ReadingImport } from "../../shared/reading-import";
import type { Verb } from "../context";
import { deviceOrThrow } from "../device/device-or-throw";
import { devicesInScope } from "../group/scope";
import { listImports, toReadingImport } from "./import-rows";

const mostImports = 100;

/** The newest imports of a device, or of every device in the caller's scope, newest first. */
export async function getImports({ ctx, input }: Verb<GetImports>): Promise<ReadingImport[]> {
	const deviceIds = input?.deviceId === undefined ? devicesInScope(ctx) : [deviceOrThrow(ctx, input.deviceId).id];
	return listImports(ctx.db, deviceIds, mostImports).map(toReadingImport);
}
