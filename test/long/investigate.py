"""One scripted investigation with the Python SDK's client; prints one JSON object. Arguments: URL, token."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


def answer(result):
    return json.loads(result.content[0].text)


async def main(url, token):
    headers = {"Authorization": f"Bearer {token}"}
    async with create_mcp_http_client(headers=headers) as http:
        async with streamable_http_client(url, http_client=http) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                names = [tool.name for tool in (await session.list_tools()).tools]
                prompts = [prompt.name for prompt in (await session.list_prompts()).prompts]
                call = session.call_tool
                opened = answer(await call("get_context", {"title": "slow web-1, python"}))
                thread = {"investigation": opened["investigation"]}
                load = answer(await call("host_load_get", thread))
                refused = answer(await call("production_health", thread))
                guess = {**thread, "hypothesis": "the machine is busy", "state": "open"}
                moved = answer(await call("investigations_update", guess))
                told = {
                    **thread,
                    "names": names,
                    "prompts": prompts,
                    "load": load["visibility"],
                    "refused": refused["visibility"],
                    "moved": moved["visibility"],
                }
                print(json.dumps(told))


asyncio.run(main(sys.argv[1], sys.argv[2]))
