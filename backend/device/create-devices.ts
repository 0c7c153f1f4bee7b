import type { CreateDevice, CreateDevices, CreatedDevices } from "../../shared/device-inputs";
import { limits } from "../../shared/limits";
import type { MemberContext, Verb } from "../context";
import { DomainError, InputError } from "../errors";
import { assertWholeScope } from "../group/scope";
import { addConfigEvents } from "../log/events/add-config-event";
import { type MintedDevice, mintDevice, storeDevice } from "./add-device";
import { countDevices } from "./device-rows";

const most = limits.sentDevices.toLocaleString("en-US");
/** Of an entry as a whole: no field of it has to be corrected. */
const noRoom = { "": `An account has at most ${most} devices from files.` };

/** Each device by itself: one that cannot be made tells why, and the others are there. Throws NOT_PERMITTED. */
export async function createDevices({ ctx, input }: Verb<CreateDevices>): Promise<CreatedDevices> {
	assertWholeScope(ctx);
	// Lists are in the order of ids, and a file's lines should stay in theirs.
	const ids = input.devices.map(() => ctx.newId("device")).sort();
	const minted = await Promise.all(ids.map((id) => mintDevice(ctx, id)));
	// Counted after the keys took an await: from here on nobody comes between.
	let room = limits.sentDevices - countDevices(ctx.db);
	const answers = input.devices.map((device, place) => {
		if (room <= 0) return { fields: noRoom };
		const answer = createOne(ctx, device, minted[place]);
		if ("id" in answer) room -= 1;
		return answer;
	});
	const created = answers.flatMap((answer) => ("id" in answer ? answer.id : []));
	addConfigEvents(
		ctx,
		created.map((deviceId) => ({ deviceId, text: "Device added" })),
	);
	ctx.hints.changed("devices", created);
	ctx.hints.changed("groups", created);
	return answers;
}

function createOne(ctx: MemberContext, input: CreateDevice, minted: MintedDevice | undefined): CreatedDevices[number] {
	if (!minted) throw new Error("A device without a key");
	try {
		storeDevice(ctx, input, { ...minted, createdBy: ctx.user.id });
		return { id: minted.id, key: minted.key };
	} catch (error) {
		const fields = fieldsOf(error);
		if (fields) return { fields };
		throw error;
	}
}

/** What has to be corrected in one entry; null: that is not what went wrong. */
function fieldsOf(error: unknown): Record<string, string> | null {
	if (error instanceof InputError) return error.fields;
	if (!(error instanceof DomainError)) return null;
	if (error.code === "SERIAL_NUMBER_TAKEN") return { serialNumber: "Another device has this serial number." };
	return error.code === "GROUP_NOT_FOUND" ? { groupIds: "There is no such group." } : null;
}
