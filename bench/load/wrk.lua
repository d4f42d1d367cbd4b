-- Sends the requests of a file in order, replaces {{unique}} in each, and reports the result.
local requests, sent, run = {}, 0, ''

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for request in (file:read('*a') .. '\30'):gmatch('(.-)\30') do
    requests[#requests + 1] = request
  end
  file:close()
  run = args[2]
end

function request()
  sent = sent + 1
  local request = requests[(sent - 1) % #requests + 1]
  local at, stop = request:find('{{unique}}', 1, true)
  if at then
    return request:sub(1, at - 1) .. run .. sent .. request:sub(stop + 1)
  end
  return request
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nresult {"responses":%d,"microseconds":%d,"p50":%f,"p99":%f,"failures":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout
  ))
end
